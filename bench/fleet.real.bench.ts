import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type ControlPlane, controlPlaneBinary, startControlPlane } from '../test/real/control-plane.ts'
import { type Gitea, startGitea } from '../test/real/gitea.ts'
import { createGiteaRepository, type GiteaRepository } from '../test/real/gitea-repository.ts'
import { until } from '../test/real/processes.ts'
import { type Figure, notMeasured } from './figure.ts'
import { type Handler, startHandler } from './process/handler.ts'
import { usageOf } from './process/usage.ts'
import {
  changeAll,
  changeOne,
  type Files,
  type Fleet,
  fleetFiles,
  nameOf,
  namespaceOf,
} from './world/applications.ts'
import { rootsOf } from './world/roots.ts'

const patience = 1_800_000
/** Between two sweeps, while a hand edit is waited for and idle requests are counted. */
const sweepSeconds = 10
const sweepsCounted = 3
const run = promisify(execFile)

/** Peers on two cores, measured the same way: Argo CD and Flux. */
const peers = {
  first: 'Argo CD 163 s',
  one: 'Argo CD 0.6 s with a path annotation on each, 8 s without; Flux 35 s',
  all: 'Argo CD 159 s, Flux 50 s',
  memory: 'Argo CD 1.9 GiB, Flux 350 MiB',
}

/** Applications by the hundred on a real Gitea and a real API server with its controllers, all on loopback. */
export async function bench(full: boolean): Promise<readonly Figure[]> {
  const built = await controlPlaneBinary().catch(() => undefined)
  if (built === undefined) return [notMeasured('applications on a real cluster', 'this needs Go')]
  const gitea = await startGitea().catch(() => undefined)
  if (gitea === undefined) return [notMeasured('applications of a real Gitea', 'this needs Go')]
  try {
    const controlPlane = await startControlPlane({ controllerFlags: unhurried })
    try {
      return await measure(gitea, controlPlane, full ? 500 : 20)
    } finally {
      await controlPlane.stop()
    }
  } finally {
    await gitea.stop()
  }
}

/** The controller manager bounds its own requests to 20 a second, which would be what is measured. */
const unhurried = ['--kube-api-qps=1000', '--kube-api-burst=2000', '--concurrent-deployment-syncs=20']

interface World {
  readonly repository: GiteaRepository
  readonly handler: Handler
  readonly fleet: Fleet
}

async function measure(
  gitea: Gitea,
  controlPlane: ControlPlane,
  applications: number,
): Promise<readonly Figure[]> {
  const repository = await createGiteaRepository(gitea, 'config', { private: true })
  const url = `${gitea.baseUrl}/${repository.owner}/config.git`
  const fleet: Fleet = { applications, repository: url, namespaces: 20, replicas: 0 }
  await repository.commit('main', { 'root/README.md': 'nothing yet' })
  const secret = randomBytes(16).toString('hex')
  const start = (seconds: number) =>
    startHandler({
      PLUMBLINE_SETTINGS: settings(gitea, controlPlane, url, seconds),
      CLUSTER_TOKEN: controlPlane.tokens.admin,
      GITEA_TOKEN: gitea.admin.token,
      WEBHOOK_SECRET: secret,
      METRICS_TOKEN: secret,
    })
  let handler = await start(0)
  try {
    await repository.api('POST', '/hooks', {
      type: 'gitea',
      active: true,
      events: ['push'],
      config: { url: `${handler.url}/webhooks/gitea`, content_type: 'json', secret },
    })
    const pushed = await figuresOf({ repository, handler, fleet })
    await handler.stop()
    handler = await start(sweepSeconds)
    return [...pushed, ...(await sweptFigures({ fleet, handler, controlPlane, secret }))]
  } finally {
    await handler.stop()
    await repository.close()
  }
}

async function figuresOf(world: World): Promise<readonly Figure[]> {
  const { fleet, handler } = world
  const name = `${fleet.applications} applications of 4 objects, real Gitea and API server`
  const of = (what: string) => `${name}: ${what}`
  const isGoal = fleet.applications === 500
  const goal = (most: number) => (isGoal ? { goal: { most } } : {})
  const first = await push(world, fleetFiles(fleet))
  const one = await push(world, changeOne(fleet, 1, '2.0'))
  const all = await push(world, changeAll(fleet, 'debug'))
  const { mebibytes } = await usageOf(handler.pid)
  return [
    { name: of('first sync'), ...first, ...goal(40), detail: `${first.detail}; ${peers.first}` },
    { name: of('a push that changes one'), ...one, ...goal(0.5), detail: `${one.detail}; ${peers.one}` },
    { name: of('a push that changes all'), ...all, ...goal(40), detail: `${all.detail}; ${peers.all}` },
    { name: of('peak memory'), value: mebibytes, unit: 'MiB', ...goal(250), detail: peers.memory },
  ]
}

interface Swept {
  readonly fleet: Fleet
  readonly handler: Handler
  readonly controlPlane: ControlPlane
  readonly secret: string
}

/** What nobody tells the handler of, and what it asks for when there is nothing to do. */
async function sweptFigures({ fleet, handler, controlPlane, secret }: Swept): Promise<readonly Figure[]> {
  const name = `${fleet.applications} applications of 4 objects, real Gitea and API server`
  await setTimeout(2_000 * sweepSeconds)
  const before = await requestsOf(handler, secret)
  await setTimeout(sweepsCounted * 1_000 * sweepSeconds)
  const requests = ((await requestsOf(handler, secret)) - before) / sweepsCounted
  const edited = await handEdit(controlPlane, fleet)
  return [
    {
      name: `${name}: idle requests`,
      value: requests,
      unit: 'requests',
      detail: 'for each sweep; none between two sweeps',
    },
    {
      name: `${name}: a hand edit`,
      value: edited,
      unit: 's',
      detail: `until it is undone; swept every ${sweepSeconds} s`,
    },
  ]
}

/** Seconds until an image that somebody wrote is what Git says again. */
async function handEdit({ kubeconfigPath }: ControlPlane, fleet: Fleet): Promise<number> {
  const binary = await controlPlaneBinary()
  const place = ['-n', namespaceOf(fleet, 1), `deployment/${nameOf(1)}-web`]
  const kubectl = async (verb: string, ...words: readonly string[]): Promise<string> => {
    const all = ['kubectl', '--kubeconfig', kubeconfigPath, ...verb.split(' '), ...place, ...words]
    return (await run(binary, all)).stdout
  }
  const image = () => kubectl('get', '-o', 'jsonpath={.spec.template.spec.containers[0].image}')
  const declared = await image()
  const start = Date.now()
  await kubectl('set image', 'main=registry.example/other:1')
  await until('the hand edit is undone', async () => (await image()) === declared)
  return (Date.now() - start) / 1000
}

/** All that its metrics have counted to the cluster and the Git host. */
async function requestsOf({ url }: Handler, secret: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${secret}` } })
  const counts = (await answer.text()).matchAll(/^plumbline_request_duration_seconds_count\{.*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

type Measured = Pick<Figure, 'value' | 'unit' | 'detail'>

/** From the webhook to the status that says Synced. */
async function push({ repository, handler }: World, files: Files): Promise<Measured> {
  const before = await usageOf(handler.pid)
  const commit = await repository.commit('main', files)
  let seen: Status | undefined
  await until(
    `the answer on ${commit}`,
    async () => {
      seen = statusOf(await repository.api('GET', `/commits/${commit}/status`))
      return seen !== undefined && seen.status !== 'pending'
    },
    patience,
  )
  const value = (Date.now() - (handler.lastAt.get('a delivery was accepted') ?? Number.NaN)) / 1000
  if (seen?.status !== 'success') {
    throw new Error(`${seen?.status}: ${seen?.description}\n${handler.complaints.join('\n')}`)
  }
  const cpu = (await usageOf(handler.pid)).cpuSeconds - before.cpuSeconds
  return { value, unit: 's', detail: `${cpu.toFixed(1)} s of CPU` }
}

interface Status {
  readonly context: string
  readonly status: string
  readonly description: string
}

function statusOf(combined: unknown): Status | undefined {
  const { statuses } = combined as { readonly statuses: readonly Status[] | null }
  return statuses?.find(({ context }) => context === 'plumbline/sync')
}

function settings(
  { baseUrl }: Gitea,
  { server, caPath }: ControlPlane,
  repository: string,
  seconds: number,
): string {
  return `
installation: bench
hosts:
  - name: git
    kind: gitea
    address: ${baseUrl}
    token: { env: GITEA_TOKEN }
    webhookSecrets: [{ env: WEBHOOK_SECRET }]
    repositories: ['*/config']
clusters:
  - name: production
    server: ${server}
    token: { env: CLUSTER_TOKEN }
    ca: ${caPath}
sweep: { seconds: ${seconds} }
metrics: { token: { env: METRICS_TOKEN } }
${rootsOf(repository)}`
}
