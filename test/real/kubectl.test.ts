import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ServedCluster, serveCluster } from '../../handlers/demo/serve-cluster.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { createSandboxControllers } from '../../src/sandbox/api-server/controllers/controllers.ts'
import { createSandboxApiServer } from '../../src/sandbox/api-server/server.ts'
import { sandboxUsers } from '../support/sandbox-cluster.ts'
import { controlPlaneBinary } from './control-plane.ts'

/** What a command printed, where it can be compared, and how it ended. */
interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

const namespace = `kubectl-${crypto.randomUUID().slice(0, 8)}`
const namespaceItself: Manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }

let binary: string
let sandbox: ServedCluster
let tending: NodeJS.Timeout

beforeAll(async () => {
  binary = await controlPlaneBinary()
  const server = createSandboxApiServer({ now: () => Date.now(), random: Math.random, users: sandboxUsers })
  const controllers = createSandboxControllers(server)
  tending = setInterval(() => controllers.step(), 50)
  sandbox = await serveCluster(server, 'admin-token')
  expect(await kubectl('apply -f -', [namespaceItself])).toMatchObject({ code: 0 })
  expect(await kubectl('apply -f -', manifests())).toMatchObject({ code: 0 })
})

afterAll(async () => {
  clearInterval(tending)
  if (binary !== undefined) await kubectl(`delete namespace ${namespace} --wait=false`)
  await sandbox?.close()
})

test.each([
  'get deployments',
  'get deployments,services,configmaps,secrets,serviceaccounts,cronjobs -o wide',
  'get deployment web',
  'get configmap settings -o yaml',
  'get deployment web -o jsonpath={.spec}',
  'get service web -o name',
  'get configmaps --selector tier=front',
  `get deployments --all-namespaces --field-selector metadata.name=web,metadata.namespace=${namespace}`,
  'get roles',
])('kubectl %s prints the same', async (command) => {
  expect(await kubectl(command)).toMatchObject({ code: 0, err: '' })
})

test.each([
  'get deployment absent',
  'get nonsense',
  'scale deployment absent --replicas=2',
  'patch deployment web --type=merge -p {"spec":{"replicas":-1}}',
  'patch deployment web --type=merge -p {"spec":{"selector":{"matchLabels":{"app":"other"}}}}',
  'delete configmap absent',
])('kubectl %s is refused in the same words', async (command) => {
  const { code, err } = await kubectl(command)

  expect(code).toBe(1)
  expect(err).not.toBe('')
})

test('kubectl scale takes the replicas through the subresource, as manager kubectl', async () => {
  const said = await kubectl('scale deployment scaled --replicas=3')

  expect(said).toEqual({ code: 0, out: 'deployment.apps/scaled scaled\n', err: '' })
  expect((await kubectl('get deployment scaled -o jsonpath={.spec.replicas}')).out).toBe('3')
  expect(await ownersOf('scaled', 'f:replicas')).toEqual(['kubectl Update scale'])
})

test('kubectl patch --type=merge takes what it changes, as manager kubectl-patch', async () => {
  const said = await kubectl('patch deployment patched --type=merge -p {"spec":{"replicas":2}}')

  expect(said).toEqual({ code: 0, out: 'deployment.apps/patched patched\n', err: '' })
  expect(await ownersOf('patched', 'f:replicas')).toEqual(['kubectl-patch Update'])
  expect((await kubectl('patch deployment patched --type=merge -p {"spec":{"replicas":2}}')).out).toBe(
    'deployment.apps/patched patched (no change)\n',
  )
})

test('kubectl patch warns of a field that there is not', async () => {
  const { code, err } = await kubectl('patch deployment patched --type=merge -p {"spec":{"replicaz":1}}')

  expect(code).toBe(0)
  expect(err).toContain('unknown field "spec.replicaz"')
})

test('kubectl set image and label send strategic merge patches', async () => {
  expect((await kubectl('set image deployment/edited side=example.test/side:2')).code).toBe(0)
  expect((await kubectl('label deployment edited tier=front')).code).toBe(0)

  const { out } = await kubectl('get deployment edited -o jsonpath={.spec.template.spec.containers[*].image}')
  expect(out).toBe('example.test/main:1 example.test/side:2')
  expect(await ownersOf('edited', 'f:tier')).toEqual(['kubectl-label Update'])
})

test('kubectl apply lets the server validate, and knows what is unchanged', async () => {
  const again = await kubectl('apply -f -', [configMap('settings')])
  const wrong = await kubectl('apply -f -', [{ ...configMap('wrong'), datum: { a: 'b' } }])

  expect(again.out).toBe('configmap/settings unchanged\n')
  expect(wrong.code).toBe(1)
  expect(wrong.err).toContain('unknown field "datum"')
})

test('kubectl delete says what it deleted', async () => {
  await kubectl('apply -f -', [configMap('gone')])

  expect((await kubectl('delete configmap gone')).out).toContain('configmap "gone" deleted')
  expect((await kubectl('get configmap gone')).code).toBe(1)
})

test('kubectl version names the server', async () => {
  expect((await kubectl('version')).out).toContain('Server Version: v1.36.3')
})

/** Runs a command against the sandbox and the real API server, and fails unless both say the same. */
async function kubectl(command: string, input: readonly Manifest[] = []): Promise<Said> {
  const run = async (path: string) => comparable(await runKubectl(path, command, input))
  const [sandboxPath, realPath] = kubeconfigs()
  const [here, there] = await Promise.all([run(sandboxPath), run(realPath)])
  expect(here).toEqual(there)
  return here
}

function kubeconfigs(): readonly [sandbox: string, real: string] {
  return [sandbox.kubeconfig, inject('controlPlane').kubeconfigPath]
}

function runKubectl(kubeconfig: string, command: string, input: readonly Manifest[] = []): Promise<Said> {
  const words = ['kubectl', '--kubeconfig', kubeconfig, '--namespace', namespace, ...command.split(' ')]
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: '/nonexistent' }
    const child = execFile(binary, words, { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
    child.stdin?.end(input.map((manifest) => JSON.stringify(manifest)).join('\n---\n'))
  })
}

function comparable({ code, out, err }: Said): Said {
  return { code, out: steady(out), err: steady(err) }
}

/** Without what chance, time and the width of columns decide. */
function steady(text: string): string {
  return text
    .replaceAll(/\b\d+(s|m\d+s)\b/g, 'AGE')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    .replaceAll(/\b10\.0\.\d+\.\d+/g, 'ADDRESS')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID')
    .replaceAll(/resourceVersion: "\d+"/g, 'resourceVersion: REVISION')
    .replaceAll(/(?<=\S) {2,}(?=\S)/g, '  ')
}

/** Who owns a field of a Deployment, on both: `kubectl Update scale`. */
async function ownersOf(name: string, field: string): Promise<readonly string[]> {
  const command = `get deployment ${name} -o json --show-managed-fields`
  const [here = [], there] = await Promise.all(
    kubeconfigs().map(async (path) => {
      const { out } = await runKubectl(path, command)
      const { metadata }: LiveObject = JSON.parse(out)
      return (metadata.managedFields ?? [])
        .filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes(JSON.stringify(field)))
        .map(({ manager, operation, subresource }) => [manager, operation, subresource].join(' ').trim())
    }),
  )
  expect(here).toEqual(there)
  return here
}

function manifests(): readonly Manifest[] {
  return [
    ...['web', 'scaled', 'patched', 'edited'].map(deployment),
    configMap('settings'),
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'password' }, stringData: { password: 'x' } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'nightly' },
      spec: {
        schedule: '0 3 * * *',
        suspend: true,
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [container('main')] } } },
        },
      },
    },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'reader' }, rules: [] },
  ]
}

/** Paused, so that no controller has a say in it. */
function deployment(name: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 0,
      paused: true,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [container('main'), container('side')] },
      },
    },
  }
}

function container(name: string): JsonObject {
  return { name, image: `example.test/${name}:1` }
}

function configMap(name: string): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { tier: 'front' } },
    data: { a: 'b' },
  }
}
