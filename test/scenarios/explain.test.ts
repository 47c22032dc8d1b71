import { expect, test } from 'vitest'
import { patchObject } from '../../src/cluster/requests.ts'
import { deliveryText, readDelivery } from '../../src/console/delivery-text.ts'
import { syncNow } from '../../src/engine/ask.ts'
import { type Explained, explain } from '../../src/engine/explain.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import { explainText } from '../../src/report/explain-text.ts'
import type { Explanation } from '../../src/report/explanation.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  hook,
  type Instance,
  type World,
} from '../support/world.ts'

const webFiles = {
  'root/web.yaml': declaration('web'),
  'apps/web/web.yaml': deployment('web', '3.9'),
  'apps/web/settings.yaml': configMap('settings', 'on'),
}

function explained(found: Explained): Explanation {
  if (found.kind !== 'explained') throw new Error('it is not declared')
  return found.explanation
}

async function explainWeb(instance: Instance): Promise<{ value: Explanation; text: string }> {
  const value = explained(await explain(instance.ports, 'web'))
  return { value, text: explainText(value) }
}

async function deployed(files: Readonly<Record<string, string>> = webFiles, world: World = aWorld()) {
  const instance = world.start()
  const commit = world.commit(files)
  instance.push(commit, 'd-1')
  await instance.run()
  return { world, instance, commit }
}

const deployments = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  verbs: ['patch'],
}

/** As somebody with `kubectl edit` would. */
async function editByHand(world: World, patch: JsonObject): Promise<void> {
  const address = { type: deployments, namespace: 'shop', name: 'web' }
  await patchObject(world.sandbox.open(), address, patch, { fieldManager: 'kubectl-edit' })
}

test('an application in order: nothing to do, and what would touch it', async () => {
  const { instance, commit } = await deployed()
  const sha = commit.slice(0, 7)

  const { value, text } = await explainWeb(instance)

  expect(value.decision).toEqual({ action: 'nothing', reason: 'in-sync', rules: [] })
  expect(text).toBe(`web on prod at ${sha}: Synced, Healthy
  success: Synced and Healthy: 2 objects
  declared at root/web.yaml:2 of git:platform/config at ${sha}
  nothing to do: a sync would write nothing
  last sync: Succeeded at ${sha}, ended 2026-01-05T08:00:00.100Z: successfully synced (all tasks run)
  plan of web at ${sha}
    nothing to write
    left alone: in sync
      ConfigMap shop/settings
      apps/Deployment shop/web
  runs the images
    registry.example/web:3.9
  touched by a change of
    apps/web/ (what it holds)
    apps/web/.argocd-source-web.yaml (should it appear)
    apps/web/.argocd-source.yaml (should it appear)
    apps/web/Chart.yaml (should it appear)
    apps/web/Kustomization (should it appear)
    apps/web/kustomization.yaml (should it appear)
    apps/web/kustomization.yml (should it appear)
    apps/web/settings.yaml
    apps/web/web.yaml
`)
})

test('a hand edit: what differs, who wrote it, what a sync would do, and the switch that keeps it from healing', async () => {
  const { world, instance } = await deployed()
  await editByHand(world, { spec: { replicas: 5 } })

  const { value, text } = await explainWeb(instance)

  const at = { path: 'root/web.yaml', line: 10 }
  expect(value.decision).toEqual({
    action: 'report',
    reason: 'self-heal-off',
    rules: [{ field: 'spec.syncPolicy.automated.selfHeal', says: 'is not set', at }],
  })
  expect(text).toContain(`
  not synced: this commit was synced already, and what differs now is not healed
    spec.syncPolicy.automated.selfHeal is not set (root/web.yaml:10)
`)
  expect(text).toContain(`
  apps/Deployment shop/web (apps/web/web.yaml:2): drifted
    spec.replicas: Git 2, live 5; last writer kubectl-edit (a person, Update) at 2026-01-05T08:00:00Z; a sync will take it over from kubectl-edit
`)
  expect(text).toContain('apply apps/Deployment shop/web: differs')
})

test.each<[string, string, string]>([
  [
    'is written as false',
    'automated: { selfHeal: false }',
    'spec.syncPolicy.automated.selfHeal is false (root/web.yaml:10)',
  ],
  ['is on', 'automated: { selfHeal: true }', 'spec.syncPolicy.automated.selfHeal is true (root/web.yaml:10)'],
])('a hand edit where self-heal %s', async (_, policy, rule) => {
  const { world, instance } = await deployed({ ...webFiles, 'root/web.yaml': declaration('web', { policy }) })
  await editByHand(world, { spec: { replicas: 5 } })

  expect((await explainWeb(instance)).text).toContain(`    ${rule}\n`)
})

test.each<[string, string, string]>([
  ['without automation', 'retry: { limit: 1 }', 'spec.syncPolicy.automated is not set (root/web.yaml:9)'],
  [
    'with automation switched off',
    'automated: { enabled: false }',
    'spec.syncPolicy.automated.enabled is false (root/web.yaml:10)',
  ],
])('an application %s waits until somebody asks', async (_, policy, rule) => {
  const { instance } = await deployed({ ...webFiles, 'root/web.yaml': declaration('web', { policy }) })

  const { text } = await explainWeb(instance)

  expect(text).toContain(`  not synced: it is synced only when somebody asks\n    ${rule}\n  never synced\n`)
})

test('a root that only observes: the setting that says so', async () => {
  const { instance } = await deployed(webFiles, aWorld({ root: { mode: 'observe' } }))

  expect((await explainWeb(instance)).text).toContain(
    '  not synced: its root only observes\n    roots[0].mode is observe (the settings)\n',
  )
})

test('a commit that nobody has told us of yet: it would be synced, by the automation that is set', async () => {
  const world = aWorld()
  world.commit(webFiles)

  expect((await explainWeb(world.start())).text).toContain(
    '  to be synced: this commit was not synced yet\n    spec.syncPolicy.automated is set (root/web.yaml:10)\n  never synced\n',
  )
})

test('a commit whose sync failed and whose retry is due: which attempt comes, and why', async () => {
  const world = aWorld()
  const policy = 'automated: {}\n    retry: { limit: 2, backoff: { duration: 5s } }'
  const instance = world.start()
  const commit = world.commit({
    ...webFiles,
    'root/web.yaml': declaration('web', { policy }),
    'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'failing'),
  })
  const wish = { asked: true, askedAt: instance.ports.now() }
  const sync = async () => (await syncNow(instance.ports, ['web'], wish)).applications[0]?.outcome?.phase
  while ((await sync()) === 'Running') world.sandbox.clock.advance(1_000)
  world.sandbox.clock.advance(6_000)

  const { text } = await explainWeb(instance)

  expect(text).toContain('  to be synced, attempt 2: the last sync did not succeed and is tried again\n')
  expect(text).toContain(`  last sync by hand: Failed at ${commit.slice(0, 7)}`)
})

test('what may not be written: the plan is blocked, and by what', async () => {
  const world = aWorld({
    root: { allow: { namespaces: ['elsewhere'], namespacedKinds: ['*'], clusterKinds: [] } },
  })
  const { instance } = await deployed(webFiles, world)

  const { text } = await explainWeb(instance)

  expect(text).toContain('  not synced: the plan is blocked\n')
  expect(text).toMatch(/blocked \(not-permitted\): .*shop\/web/)
})

test('what cannot be rendered: the problem with its file and line, and no decision', async () => {
  const { instance } = await deployed({
    ...webFiles,
    'apps/web/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {',
  })

  const { value, text } = await explainWeb(instance)

  expect(value.decision).toBeUndefined()
  expect(text).toContain('not decided: it could not be looked at')
  expect(text).toMatch(/problem \(\S+\): apps\/web\/settings.yaml:[0-9]+: /)
})

test('a declaration that was refused is not unknown: its own problems explain it', async () => {
  const refused = declaration('web').replace('project: default', 'projekt: default')
  const { instance } = await deployed({ ...webFiles, 'root/web.yaml': refused })

  expect(await explain(instance.ports, 'web')).toMatchObject({
    kind: 'unknown',
    problems: [{ file: 'root/web.yaml', line: 6, field: 'spec.projekt' }],
  })
  expect(await explain(instance.ports, 'gone')).toEqual({ kind: 'unknown', problems: [] })
})

test('explaining writes nothing', async () => {
  const world = aWorld()
  world.commit(webFiles)
  const instance = world.start()

  await explain(instance.ports, 'web')

  expect(instance.waiting).toEqual([])
  expect(world.sandbox.server.requests.filter(({ write }) => write !== undefined)).toEqual([])
})

test('a delivery: which applications it matched, and why; the log says it too', async () => {
  const files = {
    ...webFiles,
    'root/other.yaml': declaration('other', { namespace: 'other' }),
    'apps/other/settings.yaml': configMap('settings', 'on'),
  }
  const { world, instance } = await deployed(files)
  instance.push(world.commit({ 'apps/web/web.yaml': deployment('web', '3.10') }), 'd-2')
  await instance.run()

  const trace = JSON.parse(JSON.stringify(await instance.ports.runs.trace('d-2')))

  expect(deliveryText(readDelivery(trace, ''))).toBe(
    `delivery d-2: push of refs/heads/main of git:platform/config, matched at 2026-01-05T08:00:00.100Z
  matched: 1 application
    web: something that its render reads has changed
  not matched: 1 application
    other: nothing that its render reads has changed
`,
  )
  expect(instance.logged).toContainEqual({
    message: 'a push was matched',
    facts: {
      delivery: 'd-2',
      ref: 'refs/heads/main',
      touched: 1,
      untouched: 1,
      reasons: { 'inputs-changed': 1, 'inputs-unchanged': 1 },
      matched: { web: 'inputs-changed' },
      unmatched: { other: 'inputs-unchanged' },
    },
  })
})
