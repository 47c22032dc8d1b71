import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/kube/json.ts'
import { aWorld, configMap, declaration, type World } from '../support/world.ts'

const records = { group: '', version: 'v1', resource: 'configmaps', namespace: 'plumbline' } as const
const files = { 'root/web.yaml': declaration('web'), 'apps/web/settings.yaml': configMap('settings', 'on') }

/** Another release goes over all records of one kind: only what it says of their version is changed. */
async function release({ sandbox }: World, kind: string, version: string): Promise<number> {
  const list = await sandbox.cluster.send({ verb: 'list', ...records })
  const found = itemsOf(list).filter(({ name }) => name.startsWith(`${kind}-`))
  for (const { name, object } of found) {
    const text = JSON.stringify(object).replaceAll(/"version":"\d+"/g, `"version":"${version}"`)
    const body = JSON.parse(text.replaceAll(/\\"version\\":\d+/g, `\\"version\\":${version}`))
    await sandbox.cluster.send({ verb: 'update', ...records, name, body })
  }
  return found.length
}

function itemsOf(list: unknown): readonly { readonly name: string; readonly object: JsonObject }[] {
  return JSON.parse(JSON.stringify(list)).items.map(
    (object: { metadata: { name: string } } & JsonObject) => ({
      name: object.metadata.name,
      object,
    }),
  )
}

async function statusRecords({ sandbox }: World): Promise<readonly JsonObject[]> {
  const found = itemsOf(await sandbox.cluster.send({ verb: 'list', ...records }))
  return found.filter(({ name }) => name.startsWith('status-')).map(({ object }) => object)
}

async function push(world: World, value: string): Promise<string> {
  const commit = world.commit({ ...files, 'apps/web/settings.yaml': configMap('settings', value) })
  const instance = world.start()
  instance.push(commit)
  await instance.run()
  return (await world.statuses(commit))['plumbline/sync: prod/web'] ?? ''
}

async function settingOf({ sandbox }: World): Promise<Json | undefined> {
  const place = { ...records, namespace: 'shop', name: 'settings' }
  const found = JSON.parse(JSON.stringify(await sandbox.cluster.send({ verb: 'get', ...place })))
  return found.data.value
}

test.each(['operation', 'inventory'])(
  'after a step back to an older release, an %s record of the newer one is refused, and nothing is touched',
  async (kind) => {
    const world = aWorld()
    expect(await push(world, 'on')).toMatch(/^success/)
    expect(await release(world, kind, '2')).toBeGreaterThan(0)

    const refused = await push(world, 'off')

    expect(refused).toMatch(/^error: .*newer release/)
    expect(await settingOf(world)).toBe('on')

    await release(world, kind, '1')
    expect(await push(world, 'off once more')).toMatch(/^success/)
    expect(await settingOf(world)).toBe('off once more')
  },
)

test('a status record of a newer release is not written over', async () => {
  const world = aWorld()
  await push(world, 'on')
  await release(world, 'status', '2')
  const before = await statusRecords(world)

  await push(world, 'off')

  expect(before).toHaveLength(1)
  expect(await statusRecords(world)).toEqual(before)
})

test('without its records an application is taken over by its marks, and nothing is pruned', async () => {
  const world = aWorld()
  const pruning = { ...files, 'root/web.yaml': declaration('web', { policy: 'automated: { prune: true }' }) }
  const first = world.commit({ ...pruning, 'apps/web/more.yaml': configMap('more', 'kept') })
  const instance = world.start()
  instance.push(first)
  await instance.run()
  for (const { name } of itemsOf(await world.sandbox.cluster.send({ verb: 'list', ...records })))
    await world.sandbox.cluster.send({ verb: 'delete', ...records, name })

  const second = world.commit({
    'apps/web/more.yaml': null,
    'apps/web/settings.yaml': configMap('settings', 'off'),
  })
  const next = world.start()
  next.push(second)
  await next.run()

  expect(await settingOf(world)).toBe('off')
  const place = { ...records, namespace: 'shop', name: 'more' }
  expect(await world.sandbox.cluster.send({ verb: 'get', ...place })).toMatchObject({
    data: { value: 'kept' },
  })
})
