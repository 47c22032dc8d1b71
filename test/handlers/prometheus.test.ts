import { expect, test } from 'vitest'
import { createPrometheus } from '../../handlers/node-only/prometheus.ts'
import { everyMetric, quietSources } from '../support/measured.ts'
import { parsePrometheus } from '../support/prometheus-text.ts'

test('each metric has a help, a type, the unit in its name, and samples', async () => {
  const metrics = await everyMetric()

  for (const [name, { type, help, samples }] of metrics) {
    expect(help, name).toMatch(/^[A-Z].{10,}\.$/)
    expect(['counter', 'gauge', 'histogram'], name).toContain(type)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    expect(name, name).toMatch(/^(plumbline|process)_[a-z_]+$/)
    expect(samples.length, name).toBeGreaterThan(0)
  }
  expect(metrics.size).toBeGreaterThan(15)
})

test('what was told is what is shown', async () => {
  const metrics = await everyMetric()
  const value = (name: string, sample = name) => metrics.get(name)?.samples.find((one) => one.name === sample)

  expect(value('plumbline_deliveries_total')).toEqual({
    name: 'plumbline_deliveries_total',
    labels: { dialect: 'gitea', host: 'git', event: 'push', outcome: 'accepted' },
    value: 1,
  })
  expect(value('plumbline_stage_duration_seconds', 'plumbline_stage_duration_seconds_sum')?.value).toBe(0.3)
  expect(value('plumbline_last_sweep_timestamp_seconds')?.value).toBe(1_700_000_000)
  expect(value('plumbline_pruned_objects_total')?.value).toBe(2)
  expect(value('plumbline_queue_oldest_seconds')?.value).toBe(7.5)
  expect(value('plumbline_rate_budget_remaining')?.value).toBe(4000)
  expect(value('plumbline_applications')).toMatchObject({
    labels: { cluster: 'prod', sync: 'Synced', health: 'Healthy' },
    value: 1,
  })
  expect(value('plumbline_build_info')?.labels).toEqual({ version: '1.2.3' })
})

test('two of them count apart: nothing is kept in the module', async () => {
  const [one, other] = [createPrometheus(), createPrometheus()]
  one.meter({ kind: 'record-lost' })

  const conflicts = parsePrometheus((await other.read(quietSources)).text).get(
    'plumbline_record_conflicts_total',
  )

  expect(conflicts?.samples[0]?.value).toBe(0)
})

test('a budget whose limit was reset since is whole again', async () => {
  const metrics = await everyMetric({ now: () => Date.parse('2026-01-05T10:00:00Z') })

  expect(metrics.get('plumbline_rate_budget_remaining')?.samples[0]?.value).toBe(5000)
})

test('a cluster that does not answer keeps no reader waiting, and what was listed before stays with its time', async () => {
  const metrics = createPrometheus()
  await metrics.read(quietSources)
  const later = quietSources.now() + 120_000
  const silent = { ...quietSources, now: () => later, applications: () => new Promise<never>(() => {}) }

  await metrics.read(silent)
  const shown = parsePrometheus((await metrics.read(silent)).text)

  expect(shown.get('plumbline_applications')?.samples).toHaveLength(1)
  expect(shown.get('plumbline_applications_listed_timestamp_seconds')?.samples[0]?.value).toBe(
    quietSources.now() / 1000,
  )
})

test('applications are listed once a minute at most, and those of before are gone', async () => {
  let lists = 0
  let now = quietSources.now()
  const metrics = createPrometheus()
  const sources = {
    ...quietSources,
    now: () => now,
    applications: async () => {
      lists += 1
      const found = await quietSources.applications()
      return lists === 1 ? found : { applications: [], problems: [] }
    },
  }
  for (let reads = 0; reads < 5; reads++) await metrics.read(sources)
  expect(lists).toBe(1)
  now += 60_000
  await metrics.read(sources)

  const shown = parsePrometheus((await metrics.read(sources)).text)

  expect(lists).toBe(2)
  expect(shown.get('plumbline_applications')?.samples).toEqual([])
})

test('a cluster that cannot be listed is not passed over: the others are shown, the time stands still', async () => {
  let now = quietSources.now()
  const problem = { code: 'timeout', message: 'no answer', turn: 'platform', retryable: true } as const
  const metrics = createPrometheus()
  const sources = {
    ...quietSources,
    now: () => now,
    applications: async () => ({ ...(await quietSources.applications()), problems: [problem] }),
  }
  for (let minutes = 0; minutes < 20; minutes++) {
    await metrics.read(sources)
    now += 60_000
  }

  const shown = parsePrometheus((await metrics.read(sources)).text)

  expect(shown.get('plumbline_applications')?.samples).toHaveLength(1)
  expect(shown.get('plumbline_applications_listed_timestamp_seconds')?.samples[0]?.value).toBe(
    quietSources.now() / 1000,
  )
})

test('what alerts ask the increase of is there with 0 before it happens first', async () => {
  const shown = parsePrometheus((await createPrometheus().read(quietSources)).text)
  const zeros = (name: string, label: string) =>
    shown.get(name)?.samples.flatMap(({ labels, value }) => (value === 0 ? [labels[label]] : []))

  expect(zeros('plumbline_problems_total', 'turn')).toEqual(['author', 'operator', 'platform'])
  expect(zeros('plumbline_syncs_total', 'result')).toEqual(['Succeeded', 'Failed', 'Error'])
  expect(new Set(zeros('plumbline_jobs_total', 'outcome'))).toEqual(new Set(['done', 'again', 'failed']))
  expect(new Set(zeros('plumbline_jobs_total', 'job'))).toContain('push')
})
