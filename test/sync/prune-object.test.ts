import { beforeEach, expect, test } from 'vitest'
import { preferredResource } from '../../src/cluster/discovery.ts'
import { applyObject, createObject, deleteObject, getObject } from '../../src/cluster/requests.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { keyOf } from '../../src/kube/object-key.ts'
import type { ActionResult } from '../../src/sync/fold.ts'
import { pruneObject } from '../../src/sync/prune-object.ts'
import { ServedKinds } from '../../src/sync/served-kinds.ts'
import { openSandboxCluster } from '../support/sandbox-cluster.ts'

type Tools = Parameters<typeof pruneObject>[0]

const manifest: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'till', namespace: 'default' },
}
const key = keyOf(manifest)

async function aPlace() {
  const { cluster } = openSandboxCluster({ isLively: true })
  const type = preferredResource(await cluster.discovery('cached'), '', 'ConfigMap')
  if (type === undefined) throw new Error('no ConfigMaps are served')
  const address = { type, namespace: key.namespace, name: key.name }
  const seen = await createObject(cluster, type, manifest, {})
  const tools: Tools = {
    cluster,
    kinds: new ServedKinds(cluster),
    lookup: () => undefined,
    permit: () => undefined,
    options: [],
  }
  return {
    seen,
    tools,
    read: () => getObject(cluster, address),
    touch: () =>
      applyObject(cluster, type, { ...manifest, data: { a: 'b' } }, { fieldManager: 'kubectl', force: true }),
    remove: () => deleteObject(cluster, address, {}),
    create: () => createObject(cluster, type, manifest, {}),
  }
}

let place: Awaited<ReturnType<typeof aPlace>>
beforeEach(async () => {
  place = await aPlace()
})

function prune({ metadata }: LiveObject = place.seen, changes: Partial<Tools> = {}): Promise<ActionResult> {
  const { uid = '', resourceVersion = '' } = metadata
  const step = { action: 'prune' as const, key, uid, wave: 0 }
  return pruneObject({ ...place.tools, ...changes }, { do: 'prune', step, resourceVersion })
}

test('what is as it was seen is deleted', async () => {
  expect(await prune()).toEqual({ kind: 'done' })
  expect(await place.read()).toBeUndefined()
})

test('what is in the render is not deleted, whatever the plan says', async () => {
  const declared = { key, manifest, namespaced: true }

  expect(await prune(place.seen, { lookup: () => declared })).toMatchObject({ kind: 'refused' })
  expect(await place.read()).toBeDefined()
})

test('what may not be written is not deleted', async () => {
  const result = await prune(place.seen, { permit: () => 'shop may not' })

  expect(result).toEqual({ kind: 'refused', message: 'shop may not' })
  expect(await place.read()).toBeDefined()
})

test('what somebody touched meanwhile stays and is looked at again', async () => {
  await place.touch()

  expect(await prune()).toEqual({ kind: 'again' })
  expect(await place.read()).toBeDefined()
})

test('what was put in its place meanwhile stays, also in the very version that was seen', async () => {
  await place.remove()
  const other = await place.create()
  const { resourceVersion = '' } = other.metadata

  expect(await prune({ ...place.seen, metadata: { ...place.seen.metadata, resourceVersion } })).toEqual({
    kind: 'again',
  })
  expect((await place.read())?.metadata.uid).toBe(other.metadata.uid)
})

test('what is gone already is done', async () => {
  await place.remove()

  expect(await prune()).toEqual({ kind: 'done' })
})
