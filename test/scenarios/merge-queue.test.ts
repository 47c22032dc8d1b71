import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import type { MergeGroupTrigger } from '../../src/engine/trigger.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Files,
  repository,
  type World,
} from '../support/world.ts'

const shop: Files = {
  'root/web.yaml': declaration('web'),
  'apps/web/deployment.yaml': deployment('web', '1'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
}

/** A synced shop with a pull request in the queue, and what the queue's webhook tells. */
async function aQueue(change: Files) {
  const world = aWorld()
  const first = world.start()
  first.push(world.commit(shop))
  await first.run()
  const { number } = world.propose(change)
  const group = world.git.queuePullRequest('platform/config', number)
  const trigger: MergeGroupTrigger = {
    kind: 'mergeGroup',
    host: 'git',
    repository,
    ref: group.headRef,
    baseRef: 'main',
    deliveryId: 'queue-1',
  }
  return { world, group, number, ask: () => perform(world.start().ports, { kind: 'mergeGroup', trigger }) }
}

async function planOn(world: World, commit: Parameters<World['statuses']>[0]): Promise<string | undefined> {
  return (await world.statuses(commit))['plumbline/plan']
}

test('what the queue would merge is planned on its own commit, without a comment', async () => {
  const { world, group, number, ask } = await aQueue({
    'apps/web/settings.yaml': configMap('settings', 'two'),
  })
  await ask()

  expect(await planOn(world, group.head)).toMatch(/^success: 1 app: .*~1/)
  expect(world.git.comments('platform/config', number)).toEqual([])
})

test('a change that touches no application ends the check as well', async () => {
  const { world, group, ask } = await aQueue({ 'README.md': 'hello\n' })
  await ask()

  expect(await planOn(world, group.head)).toMatch(/^success: no application is touched/)
})

test('what would fail after the merge keeps the queue from it', async () => {
  const { world, group, ask } = await aQueue({
    'apps/web/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: [\n',
  })
  await ask()

  expect(await planOn(world, group.head)).toMatch(/^failure: /)
})

test('a group that is gone asks for nothing', async () => {
  const { world, group, ask } = await aQueue({ 'README.md': 'hello\n' })
  world.git.deleteBranch('platform/config', group.headRef.replace('refs/heads/', ''))
  await ask()

  expect(await planOn(world, group.head)).toBeUndefined()
})

test.each([
  ['that no application reads', 'other', /^success: no application is touched/],
  ['that is not there', 'nothing', undefined],
])('the queue of a repository %s does not wait, and nothing is tried for ever', async (_, name, expected) => {
  const world = aWorld()
  const first = world.start()
  first.push(world.commit(shop))
  await first.run()
  world.git.createRepository({ owner: 'platform', name: 'other' })
  world.git.commit('platform/other', 'main', { files: { a: '1' }, message: 'first' })
  world.git.commit('platform/other', 'topic', { files: { a: '2' }, message: 'second' })
  const number = world.git.openPullRequest('platform/other', { head: 'topic' })
  const group = world.git.queuePullRequest('platform/other', number)
  const elsewhere = { host: 'git', owner: 'platform', name }
  const about = { kind: 'mergeGroup', host: 'git', repository: elsewhere, deliveryId: 'queue-2' } as const
  const instance = world.start()

  await perform(instance.ports, {
    kind: 'mergeGroup',
    trigger: { ...about, ref: group.headRef, baseRef: 'main' },
  })

  expect(instance.waiting).toEqual([])
  const host = instance.ports.host('git')
  const statuses = (await host.feedback?.statuses({ ...elsewhere, name: 'other' }, group.head)) ?? []
  const plan = statuses.find(({ context }) => context === 'plumbline/plan')
  expect(plan && `${plan.state}: ${plan.description}`).toEqual(expected && expect.stringMatching(expected))
})
