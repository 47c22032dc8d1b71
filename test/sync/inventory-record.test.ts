import { expect, test } from 'vitest'
import { formatKey } from '../../src/kube/object-key.ts'
import type { KubeObject } from '../../src/sandbox/api-server/object.ts'
import { emptyInventory, type Inventory, withKeys, withUids } from '../../src/sync/inventory.ts'
import { readInventory, type StoredInventory, writeInventory } from '../../src/sync/inventory-record.ts'
import { RecordError } from '../../src/sync/record-error.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { aSha } from '../support/builders.ts'
import { aKey } from './builders.ts'
import { StoryCluster } from './story-cluster.ts'

const small: Inventory = {
  objects: [{ key: aKey('ConfigMap a'), uid: 'u1' }, { key: aKey('apps/Deployment b') }],
  commit: aSha('commit'),
  inputs: [{ path: 'a.yaml', kind: 'file', id: aSha('blob') }],
  verdicts: { 'ConfigMap shop/a': 'digest', __proto__x: 'digest' },
}

/** Ids do not compress, so that these fill several ConfigMaps. */
function aLarge(word: string): Inventory {
  const inputs = Array.from({ length: 40_000 }, (_, i) => ({
    path: `f${i}`,
    kind: 'file' as const,
    id: aSha(`${word}${i}`),
  }))
  return { ...small, inputs }
}

async function written(
  cluster: StoryCluster,
  inventory: Inventory,
  basis?: StoredInventory,
): Promise<StoredInventory> {
  const swap = await writeInventory(placeIn(cluster), inventory, basis)
  if (swap.kind === 'lost') throw new Error('lost')
  return swap.stored
}

function placeIn(cluster: StoryCluster) {
  return recordPlace(cluster.as('a'), 'test', 'shop')
}

function configMaps(cluster: StoryCluster): readonly KubeObject[] {
  return cluster.all('configmaps', 'plumbline')
}

test('there is no inventory before the first sync', async () => {
  expect(await readInventory(placeIn(await StoryCluster.begin()))).toBeUndefined()
})

test('an inventory comes back as it was written', async () => {
  const cluster = await StoryCluster.begin()

  const stored = await written(cluster, small)

  expect(await readInventory(placeIn(cluster))).toEqual(stored)
  expect(stored.inventory).toEqual(small)
  expect(configMaps(cluster)).toHaveLength(1)
})

test('a large inventory is split, and what nothing refers to any more is deleted', async () => {
  const cluster = await StoryCluster.begin()

  const first = await written(cluster, aLarge('one'))
  const parts = configMaps(cluster).length
  const second = await written(cluster, aLarge('two'), first)
  const partsThen = configMaps(cluster).length
  const third = await written(cluster, small, second)

  expect(parts).toBeGreaterThan(1)
  expect(partsThen).toBe(parts)
  for (const map of configMaps(cluster)) {
    expect(JSON.stringify(map.data).length).toBeLessThan(600 * 1024)
  }
  expect(configMaps(cluster)).toHaveLength(1)
  expect(await readInventory(placeIn(cluster))).toEqual(third)
})

test('a writer that read an older inventory loses, and the newer one stays whole', async () => {
  const cluster = await StoryCluster.begin()
  const first = await written(cluster, aLarge('one'))
  const second = await written(cluster, aLarge('two'), first)

  const swap = await writeInventory(placeIn(cluster), aLarge('three'), first)

  expect(swap).toEqual({ kind: 'lost' })
  expect((await readInventory(placeIn(cluster)))?.resourceVersion).toBe(second.resourceVersion)
})

test.each<[string, (data: Record<string, string>) => Record<string, string>]>([
  ['an empty map', () => ({})],
  ['a changed part', (data) => ({ ...data, part: `${data.part}AAAA` })],
  ['a missing further part', (data) => ({ ...data, parts: '3', partsId: 'gone' })],
  ['no digest', ({ version = '', part = '' }) => ({ version, part })],
  ['a version that is no number', (data) => ({ ...data, version: 'one' })],
])('an inventory with %s is refused: it is never an empty one', async (_, edit) => {
  const cluster = await StoryCluster.begin()
  await written(cluster, small)
  const [map] = configMaps(cluster)
  if (map === undefined) throw new Error('no map')
  cluster.overwrite('configmaps', map, { data: edit(map.data as Record<string, string>) })

  const error = await readInventory(placeIn(cluster)).catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(RecordError)
  expect(error).toMatchObject({ code: 'corrupt', turn: 'operator', retryable: false })
})

test('keys and uids enter in order of key, and only news make a new inventory', () => {
  const keys = [aKey('Secret z'), aKey('ConfigMap a')]

  const pending = withKeys(emptyInventory, keys)
  const known = withUids(pending, [{ key: aKey('Secret z'), uid: 'u9' }])

  expect(known.objects.map(({ key, uid }) => `${formatKey(key)} ${uid}`)).toEqual([
    'ConfigMap shop/a undefined',
    'Secret shop/z u9',
  ])
  expect(withKeys(known, keys)).toBe(known)
  expect(withUids(known, [{ key: aKey('Secret z'), uid: 'u9' }])).toBe(known)
})
