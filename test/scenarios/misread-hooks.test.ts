import { expect, test } from 'vitest'
import { inspect } from '../../src/engine/ask.ts'
import { aWorld, configMap, declaration, hook } from '../support/world.ts'

const web = { 'root/web.yaml': declaration('web'), 'apps/web/map.yaml': configMap('map', 'one') }
const why =
  'batch/Job migrate: argocd.argoproj.io/hook says "presync", which is not known: the hook is left out; known are PreSync, Sync, PostSync, SyncFail, Skip, PreDelete, PostDelete'

test('a hook of a mistyped phase is left out, the status is green, and it says so', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({ ...web, 'apps/web/migrate.yaml': hook('migrate', 'presync') })
  instance.push(commit)
  await instance.run()

  const told = await world.statuses(commit)
  expect(told['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  expect(told['plumbline/sync: prod/web']).toMatch(
    /^success: Synced and Healthy: 1 object; 1 warning: apps\/web\/migrate\.yaml:2: batch\/Job migrate: argocd\.argoproj\.io\/hook says "presync"/,
  )
  const { applications } = await inspect(instance.ports, ['web'])
  expect(applications[0]?.problems).toEqual([
    {
      code: 'unknown-hook-word',
      message: why,
      turn: 'author',
      retryable: false,
      file: 'apps/web/migrate.yaml',
      line: 2,
      object: 'batch/Job migrate',
      warning: true,
    },
  ])
})

test('a pull request that mistypes a phase is warned in its comment, and not held up', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(web))
  await instance.run()
  const { number, head } = world.propose({ 'apps/web/migrate.yaml': hook('migrate', 'presync') })

  instance.pullRequest(number)
  await instance.run()

  expect((await world.statuses(head))['plumbline/plan']).toMatch(/^success: /)
  const [comment] = world.git.comments('platform/config', number)
  expect(comment?.body).toContain('says "presync", which is not known: the hook is left out')
})

test('of many such words the first twenty are told, and how many more there are; a word is cut and quoted', async () => {
  const world = aWorld()
  const instance = world.start()
  const phase = `"${'x'.repeat(100)}\\n[a](b)"`
  const hooks = Array.from({ length: 23 }, (_, at) => [`apps/web/h${at}.yaml`, hook(`h${at}`, phase)])
  instance.push(world.commit({ ...web, ...Object.fromEntries(hooks) }))
  await instance.run()

  const { applications } = await inspect(instance.ports, ['web'])
  const problems = applications[0]?.problems ?? []
  expect(problems).toHaveLength(21)
  expect(problems[0]?.message).toContain(`says "${'x'.repeat(39)}…", which`)
  expect(problems[20]?.message).toBe('3 more hook annotations like these')
})
