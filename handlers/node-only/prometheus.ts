import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricsText } from '../../src/console/metrics.ts'
import type { ListedApplications } from '../../src/engine/list-applications.ts'
import type { Measured, Meter } from '../../src/engine/meter.ts'
import type { Job } from '../../src/engine/queue.ts'
import type { Turn } from '../../src/errors.ts'
import type { RequestBudget } from '../../src/githost/github/memory.ts'
import type { QueueLoad } from './in-process-queue.ts'

/** What is looked up when the metrics are read. */
export interface MetricsSources {
  readonly version: string
  /** Seconds; 0: none. */
  readonly sweepInterval: number
  now(): number
  queue(): QueueLoad
  /** What is left of the requests that Git hosts allow, by the host's name in the settings. */
  budgets(): readonly (RequestBudget & { readonly host: string })[]
  applications(): Promise<ListedApplications>
}

export interface Metrics {
  readonly meter: Meter
  read(sources: MetricsSources): Promise<MetricsText>
}

const stageBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 120, 600]
const requestBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 30]
/** Milliseconds; whoever reads is never kept waiting by a cluster. */
const listAgain = 60_000

/** Each is there with 0 from the start: `increase` does not see a series begin with 1, and the first failure would wake nobody. */
const jobKinds = wordsOf<Job['kind']>({
  start: true,
  push: true,
  pullRequest: true,
  comment: true,
  mergeGroup: true,
  sweep: true,
  continue: true,
})
const jobOutcomes = wordsOf<Extract<Measured, { kind: 'job' }>['outcome']>({
  done: true,
  again: true,
  failed: true,
})
const turns = wordsOf<Turn>({ author: true, operator: true, platform: true })
const results = wordsOf<Extract<Measured, { kind: 'sync' }>['result']>({
  Succeeded: true,
  Failed: true,
  Error: true,
})

/** All words of a type: the compiler misses one that is left out. */
function wordsOf<Word extends string>(words: Readonly<Record<Word, true>>): readonly string[] {
  return Object.keys(words)
}

/** Counts what it is told, in a registry of its own. */
export function createPrometheus(): Metrics {
  const registry = new Registry()
  const tell = countersIn(registry)
  const show = gaugesIn(registry)
  const listed = createListed()
  return {
    meter: (measured) => tell(measured),
    async read(sources) {
      show(sources, listed(sources))
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

function countersIn(registry: Registry): Meter {
  const registers = [registry]
  const deliveries = new Counter({
    name: 'plumbline_deliveries_total',
    help: 'Webhook deliveries by dialect of the route, host of the settings where it is known, event, and what became of them.',
    labelNames: ['dialect', 'host', 'event', 'outcome'] as const,
    registers,
  })
  const jobs = new Counter({
    name: 'plumbline_jobs_total',
    help: 'Jobs of the queue by kind: done, again (put back for a passing reason) or failed.',
    labelNames: ['job', 'outcome'] as const,
    registers,
  })
  const stages = new Histogram({
    name: 'plumbline_stage_duration_seconds',
    help: 'How long the stages of the pipe took; resolve includes the renders that declare applications, sync is one call of it.',
    labelNames: ['stage'] as const,
    buckets: stageBuckets,
    registers,
  })
  const requests = new Histogram({
    name: 'plumbline_request_duration_seconds',
    help: 'Requests to clusters and Git hosts of the settings until their answer began, by class of its status; none: no answer came.',
    labelNames: ['to', 'name', 'outcome'] as const,
    buckets: requestBuckets,
    registers,
  })
  const swept = new Gauge({
    name: 'plumbline_last_sweep_timestamp_seconds',
    help: 'When the last pass over the applications of a cluster ended, in Unix time; also one by another instance.',
    labelNames: ['cluster'] as const,
    registers,
  })
  const syncs = new Counter({
    name: 'plumbline_syncs_total',
    help: 'Syncs that ended, by result: Failed is the objects, Error ours or the platform.',
    labelNames: ['result'] as const,
    registers,
  })
  const pruned = new Counter({
    name: 'plumbline_pruned_objects_total',
    help: 'Objects deleted by prunes.',
    registers,
  })
  const problems = new Counter({
    name: 'plumbline_problems_total',
    help: 'Problems met with applications and jobs, each time they were met, by whose turn it is.',
    labelNames: ['turn'] as const,
    registers,
  })
  const lost = new Counter({
    name: 'plumbline_record_conflicts_total',
    help: 'Records in clusters that somebody else had written first.',
    registers,
  })
  for (const job of jobKinds) for (const outcome of jobOutcomes) jobs.inc({ job, outcome }, 0)
  for (const turn of turns) problems.inc({ turn }, 0)
  for (const result of results) syncs.inc({ result }, 0)
  return (measured) => {
    switch (measured.kind) {
      case 'delivery':
        return deliveries.inc(deliveryLabels(measured))
      case 'job':
        return jobs.inc({ job: measured.job, outcome: measured.outcome })
      case 'stage':
        return stages.observe({ stage: measured.stage }, measured.seconds)
      case 'request':
        return requests.observe(
          { to: measured.to, name: measured.name, outcome: measured.outcome },
          measured.seconds,
        )
      case 'swept':
        return swept.set({ cluster: measured.cluster }, measured.at / 1000)
      case 'sync':
        pruned.inc(measured.pruned)
        return syncs.inc({ result: measured.result })
      case 'problem':
        return problems.inc({ turn: measured.turn })
      case 'record-lost':
        return lost.inc()
    }
  }
}

function deliveryLabels({ dialect, host = '', event, outcome }: Extract<Measured, { kind: 'delivery' }>) {
  return { dialect, host, event, outcome }
}

type Show = (sources: MetricsSources, listed: Listed) => void

function gaugesIn(registry: Registry): Show {
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const build = gauge('plumbline_build_info', 'Always 1, with the version.', 'version')
  const memory = gauge('process_resident_memory_bytes', 'Resident memory size in bytes.')
  const interval = gauge('plumbline_sweep_interval_seconds', 'Between two sweeps, by the settings; 0: none.')
  const jobs = gauge('plumbline_queue_jobs', 'Jobs that are due, run, or are due later.', 'state')
  const oldest = gauge(
    'plumbline_queue_oldest_seconds',
    'How long the job that is due longest has waited; 0: none is due.',
  )
  const remaining = gauge(
    'plumbline_rate_budget_remaining',
    'Requests that a Git host still allows an account until its limit is reset.',
    'host',
    'account',
    'resource',
  )
  const limit = gauge(
    'plumbline_rate_budget_limit',
    'Requests that it allows in all.',
    'host',
    'account',
    'resource',
  )
  const applications = gauge(
    'plumbline_applications',
    'Applications by the cluster that keeps their record, and by sync and health as they were told last.',
    'cluster',
    'sync',
    'health',
  )
  const listedAt = gauge(
    'plumbline_applications_listed_timestamp_seconds',
    'When those of every cluster were listed last, in Unix time; until then, when this was first tried.',
  )
  return (sources, listed) => {
    build.set({ version: sources.version }, 1)
    memory.set(process.memoryUsage.rss())
    interval.set(sources.sweepInterval)
    const load = sources.queue()
    for (const state of ['due', 'running', 'later'] as const) jobs.set({ state }, load[state])
    oldest.set(load.oldestSeconds)
    for (const { host, account, resource: told, ...budget } of sources.budgets()) {
      const resource = told === 'core' || told === 'graphql' ? told : 'other'
      remaining.set({ host, account, resource }, leftOf(budget, sources.now()))
      limit.set({ host, account, resource }, budget.limit)
    }
    listedAt.set(listed.wholeAt / 1000)
    applications.reset()
    for (const { cluster, sync, health } of listed.applications) applications.inc({ cluster, sync, health })
  }
}

/** After its reset, all of it is there again. */
function leftOf(
  { remaining, limit, resetsAt }: Pick<RequestBudget, 'remaining' | 'limit' | 'resetsAt'>,
  now: number,
): number {
  return Date.parse(resetsAt) <= now ? limit : remaining
}

interface Listed {
  readonly applications: ListedApplications['applications']
  /** When every cluster answered last; at first, when they were asked first. */
  readonly wholeAt: number
}

/** The last list, which a reader makes anew in the background when it has become old. */
function createListed(): (sources: MetricsSources) => Listed {
  let last: (Listed & { readonly at: number }) | undefined
  let asking = false
  return (sources) => {
    const at = sources.now()
    const known = last ?? { applications: [], wholeAt: at, at: Number.NEGATIVE_INFINITY }
    last = known
    if (!asking && at - known.at >= listAgain) {
      asking = true
      sources
        .applications()
        .then(
          ({ applications, problems }) => {
            last = { applications, wholeAt: problems.length === 0 ? at : known.wholeAt, at }
          },
          () => undefined,
        )
        .finally(() => {
          asking = false
        })
    }
    return known
  }
}
