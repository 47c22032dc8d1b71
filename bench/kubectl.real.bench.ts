import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { directoryApp } from '../handlers/node-only/directory.ts'
import { createNodePorts } from '../handlers/node-only/node-ports.ts'
import { lookAt } from '../src/engine/look.ts'
import { createSourceReading } from '../src/engine/source-reading.ts'
import { permitFor } from '../src/policy/authorise.ts'
import { builtEntry, ensureBuilt } from '../test/real/built.ts'
import { type ControlPlane, controlPlaneBinary, startControlPlane } from '../test/real/control-plane.ts'
import { writeFiles } from '../test/real/kustomize.ts'
import { type Figure, fastest, notMeasured } from './figure.ts'
import { costOf } from './process/cost.ts'
import { profiling } from './process/handler.ts'
import { manifestsOf } from './world/manifests.ts'

const objects = 300
const kinds = 6
/** One for each tool, so that neither finds the objects of the other. */
const namespace = 'ours'
const theirNamespace = 'theirs'
const run = promisify(execFile)

/** An application of 300 objects against `kubectl` on the same API server: first apply, then looking at it unchanged. */
export async function bench(): Promise<readonly Figure[]> {
  const binary = await controlPlaneBinary().catch(() => undefined)
  if (binary === undefined)
    return [notMeasured('kubectl', 'the API server could not be built, which needs Go')]
  await ensureBuilt()
  const controlPlane = await startControlPlane({ hasControllers: false })
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'))
  try {
    const world = { controlPlane, folder, kubectl: await kubectlOf(binary) }
    await writeFiles(folder, filesOf())
    await mkdir(join(folder, '.git'))
    return [...(await firstApply(world)), ...(await unchanged(world))]
  } finally {
    await controlPlane.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface World {
  readonly controlPlane: ControlPlane
  readonly folder: string
  /** The program and its first words. */
  readonly kubectl: readonly [program: string, ...words: readonly string[]]
}

/** The machine's own, which starts faster than the one in the binary of the control plane. */
async function kubectlOf(binary: string): Promise<World['kubectl']> {
  const isThere = await run('kubectl', ['version', '--client']).catch(() => undefined)
  return isThere === undefined ? [binary, 'kubectl'] : ['kubectl']
}

function filesOf(): Readonly<Record<string, string>> {
  return {
    'apps/shop/objects.yaml': manifestsOf(objects),
    'root/shop.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
spec:
  project: default
  source: { repoURL: FOLDER, path: apps/shop, targetRevision: HEAD }
  destination: { server: https://kubernetes.default.svc, namespace: ${namespace} }
  syncPolicy: { automated: {} }
`,
  }
}

async function firstApply(world: World): Promise<readonly Figure[]> {
  const { folder } = world
  await createNamespace(world, theirNamespace)
  await createNamespace(world, namespace)
  const theirs = await costOf(
    ...command(world, ['apply', '--server-side', '-n', theirNamespace, '-f', objectsFile(folder)]),
    1,
  )
  const settings = join(folder, 'plumbline.yaml')
  await writeFiles(folder, {
    'root/shop.yaml': (filesOf()['root/shop.yaml'] ?? '').replace('FOLDER', folder),
    'plumbline.yaml': settingsOf(world),
  })
  const env = { PLUMBLINE_SETTINGS: settings, CLUSTER_TOKEN: world.controlPlane.tokens.admin }
  const ours = await costOf(process.execPath, [...profiling(), builtEntry, 'sync'], 1, env)
  return [
    {
      name: `first apply of ${objects} objects, whole commands`,
      value: theirs.milliseconds / ours.milliseconds,
      unit: '×',
      goal: { least: 4 },
      detail: `faster than kubectl apply --server-side (${theirs.milliseconds.toFixed(0)} ms against ${ours.milliseconds.toFixed(0)} ms, ${theirs.cpuSeconds.toFixed(1)} s against ${ours.cpuSeconds.toFixed(1)} s of CPU)`,
    },
  ]
}

async function unchanged(world: World): Promise<readonly Figure[]> {
  const { folder, controlPlane } = world
  const diff = ['diff', '--server-side', '-n', theirNamespace, '-f', objectsFile(folder)]
  const theirs = await costOf(...command(world, diff), 3)
  const env = { KUBECONFIG: controlPlane.kubeconfigPath }
  const words = [...profiling(), builtEntry, 'plan', join(folder, 'apps/shop'), '--namespace', namespace]
  const ours = await costOf(process.execPath, words, 3, env)
  const warm = await warmLook(world)
  const asked = await requestsOf(world, diff)
  return [
    {
      name: `looking at ${objects} unchanged objects of ${kinds} kinds`,
      value: warm.requests,
      unit: 'requests',
      goal: { most: kinds + 2 },
      detail: `kubectl diff --server-side: ${asked}`,
    },
    {
      name: `looking at ${objects} unchanged objects, whole commands`,
      value: theirs.milliseconds / ours.milliseconds,
      unit: '×',
      goal: { least: 3 },
      detail: `faster than kubectl diff --server-side (${theirs.milliseconds.toFixed(0)} ms against ${ours.milliseconds.toFixed(0)} ms)`,
    },
    {
      name: `looking at ${objects} unchanged objects, in a warm process`,
      value: theirs.milliseconds / warm.milliseconds,
      unit: '×',
      goal: { least: 20 },
      detail: `faster than kubectl diff --server-side (${theirs.milliseconds.toFixed(0)} ms against ${warm.milliseconds.toFixed(1)} ms)`,
    },
  ]
}

/** The look of a server that knows the kinds already, and how many requests a first one makes. */
async function warmLook({ folder, controlPlane }: World) {
  const { server, caPath, tokens, kubeconfigPath } = controlPlane
  const target = { namespace, kubeconfig: kubeconfigPath }
  const app = directoryApp(join(folder, 'apps/shop'), target)
  let requests = 0
  const { ports } = await createNodePorts({
    settings: {
      ...app.settings,
      clusters: [{ name: app.root.cluster, server, token: { env: 'TOKEN' }, ca: caPath }],
    },
    env: { TOKEN: tokens.admin },
    log: () => {},
    queue: { enqueue: async () => {} },
    throughFetch: (fetch) => (request) => {
      requests += 1
      return fetch(request)
    },
  })
  const reading = createSourceReading(ports)
  const commit = await reading.commit(app.application.declaredAt.repository, 'HEAD')
  const tree = await reading.tree(commit)
  const rendered = await ports.renders.render(app.application, commit, tree)
  const cluster = ports.cluster(app.root.cluster)
  const permit = permitFor(app.application, app.root.allow)
  const look = async () => {
    const { comparison } = await lookAt(rendered, cluster, undefined, permit, {
      ...ports,
      mode: app.root.mode,
    })
    const differing = comparison.objects.filter(({ kind }) => kind !== 'inSync')
    if (differing.length > 0)
      throw new Error(`${differing.length} objects differ: ${JSON.stringify(differing[0])}`)
  }
  await look()
  const first = requests
  return { milliseconds: await fastest(20, look), requests: first }
}

function command({ kubectl, controlPlane }: World, words: readonly string[]): [string, readonly string[]] {
  const [program, ...first] = kubectl
  return [program, [...first, '--kubeconfig', controlPlane.kubeconfigPath, ...words]]
}

/** As it logs them itself. */
async function requestsOf(world: World, words: readonly string[]): Promise<number> {
  const [program, all] = command(world, [...words, '-v=6'])
  const { stderr } = await run(program, [...all], { maxBuffer: 64 * 1024 * 1024 })
  return stderr
    .split('\n')
    .filter((line) => /"Response".*verb=|\b(GET|PATCH|POST) https:.*\b\d{3} /.test(line)).length
}

async function createNamespace(world: World, name: string): Promise<void> {
  const [program, words] = command(world, ['create', 'namespace', name])
  await run(program, [...words])
}

function objectsFile(folder: string): string {
  return join(folder, 'apps/shop/objects.yaml')
}

function settingsOf({ folder, controlPlane }: World): string {
  return `
hosts:
  - name: local
    kind: local
    address: ${folder}
clusters:
  - name: production
    server: ${controlPlane.server}
    token: { env: CLUSTER_TOKEN }
    ca: ${controlPlane.caPath}
roots:
  - repository: ${folder}
    revision: HEAD
    path: root
    mode: sync
    cluster: production
    allow:
      namespaces: [${namespace}]
      namespacedKinds: ['*']
      clusterKinds: []
`
}
