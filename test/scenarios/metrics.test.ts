import { expect, test } from 'vitest'
import { createPrometheus } from '../../handlers/node-only/prometheus.ts'
import { listApplications } from '../../src/engine/list-applications.ts'
import type { Measured } from '../../src/engine/meter.ts'
import { perform } from '../../src/engine/perform.ts'
import type { Ports } from '../../src/engine/ports.ts'
import { quietSources } from '../support/measured.ts'
import { parsePrometheus } from '../support/prometheus-text.ts'
import { aWorld, configMap, declaration, deployment, repository, type World } from '../support/world.ts'

const canary = 'canary-4711'
const secret = `
apiVersion: v1
kind: Secret
metadata: { name: ${canary}-name, labels: { ${canary}: ${canary} } }
stringData: { password: ${canary} }
`

function measuring(world: World): { readonly ports: Ports; readonly measured: Measured[] } {
  const measured: Measured[] = []
  const { ports } = world.start()
  return { ports: { ...ports, meter: (one) => void measured.push(one) }, measured }
}

function push(ports: Ports, commit: ReturnType<World['commit']>): Promise<void> {
  const trigger = {
    kind: 'push',
    host: 'git',
    repository,
    ref: 'refs/heads/main',
    after: commit,
    deliveryId: canary,
  } as const
  return perform(ports, { kind: 'push', trigger })
}

test('a push goes through all stages and ends in a sync', async () => {
  const world = aWorld()
  const commit = world.commit({
    'root/web.yaml': declaration('web'),
    'apps/web/a.yaml': configMap('a', 'one'),
  })
  const { ports, measured } = measuring(world)

  await push(ports, commit)

  const stages = new Set(measured.flatMap((one) => (one.kind === 'stage' ? [one.stage] : [])))
  expect(stages).toEqual(new Set(['resolve', 'render', 'compare', 'plan', 'sync', 'report']))
  expect(measured).toContainEqual({ kind: 'sync', result: 'Succeeded', pruned: 0 })
  expect(measured).toContainEqual({ kind: 'job', job: 'push', outcome: 'done' })
})

test('a sweep tells of each cluster that was looked at, and not of one that does not answer', async () => {
  const world = aWorld()
  world.commit({ 'root/web.yaml': declaration('web'), 'apps/web/a.yaml': configMap('a', 'one') })
  const { ports, measured } = measuring(world)
  const swept = () => measured.filter(({ kind }) => kind === 'swept')

  await perform(ports, { kind: 'sweep' })
  expect(swept()).toEqual([{ kind: 'swept', cluster: 'prod', at: expect.any(Number) }])

  world.sandbox.server.intercept(() => 'drop-before')
  await perform(ports, { kind: 'sweep' })
  expect(swept()).toHaveLength(1)
})

test('a problem is counted by whose turn it is', async () => {
  const world = aWorld()
  const broken = {
    'root/web.yaml': declaration('web'),
    'apps/web/kustomization.yaml': 'resources: [nowhere.yaml]\n',
  }
  const { ports, measured } = measuring(world)

  await push(ports, world.commit(broken))

  expect(measured).toContainEqual({ kind: 'problem', turn: 'author' })
})

test('nothing that a repository, an object or a delivery says is in the metrics', async () => {
  const world = aWorld()
  const commit = world.commit({
    [`root/${canary}.yaml`]: declaration(canary),
    [`apps/${canary}/secret.yaml`]: secret,
    [`apps/${canary}/web.yaml`]: deployment(`${canary}-web`, canary),
  })
  const metrics = createPrometheus()
  const ports = { ...world.start().ports, meter: metrics.meter }
  const sources = { ...quietSources, applications: () => listApplications(ports) }

  await push(ports, commit)
  await perform(ports, { kind: 'sweep' })
  await metrics.read(sources)
  await new Promise((resolve) => setTimeout(resolve))
  const { text } = await metrics.read(sources)

  expect(
    parsePrometheus(text)
      .get('plumbline_syncs_total')
      ?.samples.some(({ value }) => value > 0),
  ).toBe(true)
  expect(text).not.toContain(canary)
})
