import { readFile } from 'node:fs/promises'
import { createApp } from '../src/app.ts'
import type { ApiOptions } from '../src/console/api.ts'
import type { ConsoleOptions } from '../src/console/console.tsx'
import type { MetricsOptions } from '../src/console/metrics.ts'
import { listApplications } from '../src/engine/list-applications.ts'
import type { Log } from '../src/engine/log.ts'
import { perform } from '../src/engine/perform.ts'
import type { Ports } from '../src/engine/ports.ts'
import { loadSettings } from '../src/settings/load-settings.ts'
import { tokenReader } from '../src/settings/secret-reader.ts'
import type { Settings } from '../src/settings.ts'
import { impatientCluster } from './node-only/impatient-cluster.ts'
import { createInProcessQueue, type InProcessQueue } from './node-only/in-process-queue.ts'
import { listen } from './node-only/listen.ts'
import { createNodePorts, type NodePorts } from './node-only/node-ports.ts'
import { createPrometheus, type Metrics } from './node-only/prometheus.ts'
import { notReady } from './not-ready.ts'
import { createWebhookHosts } from './webhook-hosts.ts'

export interface ServeOptions {
  readonly hostname: string
  readonly port: number
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
  /** The folder of a pod's account; where Kubernetes mounts it unless told. */
  readonly serviceAccount?: string
  /** How long `stop` waits for the jobs that run; 10 seconds unless told. */
  readonly graceMilliseconds?: number
  /** The console opens to everyone on this machine, whatever the settings say; for the demo. */
  readonly opensConsole?: boolean
}

export interface Serving {
  readonly url: string
  readonly ports: Ports
  /** Resolves when no job runs or is due within so many seconds. */
  idle(horizonSeconds?: number): Promise<void>
  /**
   * Takes no more deliveries, and stops when the running jobs have ended, or when it has waited long enough: they are
   * then broken off, and whoever starts next goes on from the records in the cluster.
   */
  stop(): Promise<void>
}

const jobsAtOnce = 4
const impatience = { first: 10_000, again: 1_000 }

/** The Node handler: one process that answers webhooks and does the work itself. Throws `SettingsError`. */
export async function serve({
  hostname,
  port,
  env,
  log,
  graceMilliseconds = 10_000,
  opensConsole = false,
  ...account
}: ServeOptions): Promise<Serving> {
  const settings = await loadSettings({ env, readFile: (path) => readFile(path, 'utf8') })
  const over = new AbortController()
  const metrics = createPrometheus()
  const { meter } = metrics
  const queue = createInProcessQueue({
    concurrency: jobsAtOnce,
    log,
    perform: async (job) => {
      await node.refresh()
      await perform(node.ports, job)
    },
  })
  const node = await createNodePorts({ settings, env, log, queue, meter, over: over.signal, ...account })
  const asked = { ...node, ports: impatient(node.ports) }
  const app = createApp({
    queue,
    log,
    meter,
    webhookHosts: createWebhookHosts(settings, node.secret),
    notReady: () => notReady(settings, node.secret),
    ...apiOf(settings, asked),
    ...(opensConsole ? { console: { ports: asked.ports, guard: { kind: 'loopback' } } } : {}),
    ...metricsOf(metrics, queue, asked),
  })
  const listening = await listen({ fetch: app.fetch, hostname, port })
  log('info', 'listening', { url: listening.url, installation: settings.installation })
  await queue.enqueue({ kind: 'start' }, 0)
  const sweeper = everySoOften(settings.sweep.seconds, () => queue.enqueue({ kind: 'sweep' }, 0))
  return {
    url: listening.url,
    ports: node.ports,
    idle: (horizonSeconds) => queue.idle(horizonSeconds),
    async stop() {
      clearInterval(sweeper)
      await listening.close()
      const patience = setTimeout(() => {
        log('warn', 'what still runs is broken off; the next start goes on with it', {})
        over.abort()
      }, graceMilliseconds)
      await queue.stop()
      clearTimeout(patience)
    },
  }
}

/** Never with 0 seconds. */
function everySoOften(seconds: number, work: () => Promise<void>): NodeJS.Timeout | undefined {
  return seconds === 0 ? undefined : setInterval(() => void work(), seconds * 1000)
}

/** For whoever waits for an answer. */
function impatient(ports: Ports): Ports {
  const clusters = new Map(
    ports.settings.clusters.map(({ name }) => [name, impatientCluster(ports.cluster(name), impatience)]),
  )
  return { ...ports, cluster: (name) => clusters.get(name) ?? ports.cluster(name) }
}

/** One token opens both. */
function apiOf(
  { api }: Settings,
  { ports, secret }: NodePorts,
): { readonly api?: ApiOptions; readonly console?: ConsoleOptions } {
  if (api === undefined) return {}
  const token = () => tokenReader(secret)(api.token)
  return { api: { ports, token }, console: { ports, guard: { kind: 'token', token } } }
}

function metricsOf(
  metrics: Metrics,
  queue: InProcessQueue,
  { ports, secret, githubs }: NodePorts,
): { readonly metrics?: MetricsOptions } {
  const { settings, version, log } = ports
  const guard = settings.metrics
  if (guard === undefined) return {}
  const sources = {
    version,
    sweepInterval: settings.sweep.seconds,
    now: () => ports.now(),
    queue: () => queue.load(),
    budgets: () =>
      [...githubs].flatMap(([host, { budgets }]) =>
        [...budgets.values()].map((budget) => ({ ...budget, host })),
      ),
    applications: () => listApplications(ports),
  }
  return {
    metrics: { log, token: () => tokenReader(secret)(guard.token), read: () => metrics.read(sources) },
  }
}
