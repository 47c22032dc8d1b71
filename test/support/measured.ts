import { createPrometheus, type MetricsSources } from '../../handlers/node-only/prometheus.ts'
import type { Measured } from '../../src/engine/meter.ts'
import { type Metric, parsePrometheus } from './prometheus-text.ts'

export const quietSources: MetricsSources = {
  version: '1.2.3',
  sweepInterval: 180,
  now: () => Date.parse('2026-01-05T08:00:00Z'),
  queue: () => ({ due: 2, running: 1, later: 3, oldestSeconds: 7.5 }),
  budgets: () => [
    {
      host: 'hub',
      account: 'hub',
      resource: 'core',
      limit: 5000,
      remaining: 4000,
      resetsAt: '2026-01-05T09:00:00Z',
    },
  ],
  applications: async () => ({
    applications: [
      {
        application: 'web',
        cluster: 'prod',
        sync: 'Synced',
        health: 'Healthy',
        message: '',
        at: '2026-01-05T07:59:00Z',
        unended: [],
      },
    ],
    problems: [],
  }),
}

/** One of each kind. */
export const oneOfEach: readonly Measured[] = [
  { kind: 'delivery', dialect: 'gitea', host: 'git', event: 'push', outcome: 'accepted' },
  { kind: 'job', job: 'push', outcome: 'done' },
  { kind: 'stage', stage: 'render', seconds: 0.3 },
  { kind: 'request', to: 'cluster', name: 'prod', outcome: '2xx', seconds: 0.01 },
  { kind: 'swept', cluster: 'prod', at: 1_700_000_000_000 },
  { kind: 'sync', result: 'Succeeded', pruned: 2 },
  { kind: 'problem', turn: 'operator' },
  { kind: 'record-lost' },
]

/** Everything that the metrics can show, once each was told. */
export async function everyMetric(
  sources: Partial<MetricsSources> = {},
): Promise<ReadonlyMap<string, Metric>> {
  const metrics = createPrometheus()
  for (const one of oneOfEach) metrics.meter(one)
  const all = { ...quietSources, ...sources }
  await metrics.read(all)
  return parsePrometheus((await metrics.read(all)).text)
}
