import { expect, test } from 'vitest'
import { exitCodeOf } from '../../handlers/node-only/exit-code.ts'
import { syncNow } from '../../src/engine/ask.ts'
import { parseSelector } from '../../src/plan/selection.ts'
import { aWorld, configMap, declaration, hook, type World } from '../support/world.ts'

function dataOf({ sandbox }: World, name: string): unknown {
  return sandbox.server.kernel.store.get({ table: '/configmaps', namespace: 'shop', name })?.data
}

async function changed() {
  const world = aWorld()
  const instance = world.start()
  const manual = declaration('web', { policy: 'retry: { limit: 0 }' })
  const migrate = { 'apps/web/migrate.yaml': hook('migrate', 'PreSync') }
  world.commit({ 'root/web.yaml': manual, 'apps/web/a.yaml': configMap('a', 'one') })
  await syncNow(instance.ports, ['web'])
  world.commit({
    ...migrate,
    'apps/web/a.yaml': configMap('a', 'two'),
    'apps/web/b.yaml': configMap('b', 'two'),
  })
  return { world, instance }
}

test.each([
  [[':ConfigMap:a'], 'two', undefined],
  [['*:*:shop/b'], 'one', { value: 'two' }],
  [['!:ConfigMap:a'], 'one', { value: 'two' }],
])('a sync of %j touches those objects alone, and runs no hook', async (words, a, b) => {
  const { world, instance } = await changed()
  const only = words.flatMap((word) => parseSelector(word) ?? [])

  const { applications } = await syncNow(instance.ports, ['web'], { asked: true, only })

  expect(applications[0]?.outcome?.phase).toBe('Succeeded')
  expect(applications[0]?.sync).toBe('OutOfSync')
  expect(dataOf(world, 'a')).toEqual({ value: a })
  expect(dataOf(world, 'b')).toEqual(b)
  expect(world.sandbox.server.kernel.store.list('batch/jobs', 'shop')).toEqual([])
})

test('a selector that names nothing is told, however many others name something', async () => {
  const { instance } = await changed()
  const words = [':ConfigMap:a', ':ConfigMap:shop/typo', '!:ConfigMap:none', ':Job:*', 'batch:Job:mig*']
  const only = words.flatMap((word) => parseSelector(word) ?? [])

  const { applications, problems } = await syncNow(instance.ports, ['web'], { asked: true, only })

  expect(applications[0]?.outcome?.phase).toBe('Succeeded')
  expect(problems.map(({ message }) => message)).toEqual([
    ':ConfigMap:shop/typo names nothing of application web',
    ':Job:* names nothing of application web',
  ])
  expect(exitCodeOf(applications, problems)).toBe(2)
})

test.each(['', 'ConfigMap', ':ConfigMap', ':ConfigMap:', '::a', ':ConfigMap:a/b/c', 'a:b:c:d'])(
  '%j names no object',
  (text) => {
    expect(parseSelector(text)).toBeUndefined()
  },
)
