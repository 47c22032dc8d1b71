import { expect, test } from 'vitest'
import { exitCodeOf } from '../../handlers/node-only/exit-code.ts'
import { inspect, syncNow } from '../../src/engine/ask.ts'
import { explain } from '../../src/engine/explain.ts'
import { aWorld, configMap, declaration, hook, type Instance } from '../support/world.ts'

async function withSmokeTest(tag: string) {
  const world = aWorld()
  const commit = world.commit({
    'root/web.yaml': declaration('web'),
    'apps/web/settings.yaml': configMap('settings', 'on'),
    'apps/web/smoke.yaml': hook('smoke', 'PostSync', tag),
  })
  const instance = world.start()
  instance.push(commit)
  return { world, instance, commit }
}

async function looked({ ports }: Instance) {
  const { applications, problems } = await inspect(ports, [])
  const [web] = applications
  return {
    sync: web?.sync,
    health: web?.health.status,
    said: `${web?.verdict}: ${web?.summary}`,
    code: exitCodeOf(applications, problems),
  }
}

test('while a hook after the sync runs, what is Synced and Healthy is not in order yet', async () => {
  const { world, instance, commit } = await withSmokeTest('hanging')
  await instance.run(() => instance.logged.some(({ message }) => message === 'an application was reconciled'))

  expect(await looked(instance)).toEqual({
    sync: 'Synced',
    health: 'Healthy',
    said: 'pending: syncing (PostSync wave 0)',
    code: 1,
  })
  expect(await explain(instance.ports, 'web')).toMatchObject({
    explanation: { report: { verdict: 'pending' } },
  })
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^pending/)
})

test('a sync whose last hook failed is not in order, though nothing differs', async () => {
  const { instance } = await withSmokeTest('failing')
  await instance.run()

  expect(await looked(instance)).toMatchObject({ sync: 'Synced', health: 'Healthy', code: 1 })
  const { applications, problems } = await syncNow(instance.ports, ['web'])
  expect(exitCodeOf(applications, problems)).toBe(1)
})
