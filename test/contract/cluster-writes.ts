import { expect } from 'vitest'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { Masked } from '../../src/kube/masked.ts'
import {
  at,
  type ClusterCase,
  configMap,
  deployment,
  entryOf,
  expectUnchanged,
  managersOf,
  refusal,
} from './cluster-case.ts'

/** Every write but apply and deletion: creation, compare-and-swap, patches, status. */
export const writeCases: readonly ClusterCase[] = [
  {
    fact: 'a second creation under one name is already-exists, in a dry run too',
    run: async (it) => {
      await it.create(configMap('settings'))

      expect(await refusal(it.create(configMap('settings')))).toMatchObject({
        code: 'already-exists',
        status: 409,
        reason: 'AlreadyExists',
      })
      expect(await refusal(it.create(configMap('settings'), { dryRun: true }))).toMatchObject({
        code: 'already-exists',
      })
    },
  },
  {
    fact: 'a creation tells uid, resourceVersion, creationTimestamp and who made it',
    run: async (it) => {
      const live = await it.create(configMap('settings', { a: '1' }), { by: 'creator' })

      expect(live.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
      expect(live.metadata.resourceVersion).toMatch(/^\d+$/)
      expect(live.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(managersOf(live)).toEqual(['creator Update'])
      expect(entryOf(live, 'creator', 'Update')).toMatchObject({
        apiVersion: 'v1',
        time: live.metadata.creationTimestamp,
        fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
      })
    },
  },
  {
    fact: 'a generated name begins as asked and ends in five letters or digits',
    run: async (it) => {
      const manifest: Manifest = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { generateName: 'migrate-' },
      }

      const [one, two] = [await it.create(manifest), await it.create(manifest)]

      expect(one.metadata.name).toMatch(/^migrate-[a-z0-9]{5}$/)
      expect(two.metadata.name).not.toBe(one.metadata.name)
    },
  },
  {
    fact: 'a creation that brings a uid along is given its own; one that brings a resourceVersion is refused',
    run: async (it) => {
      const uid = '00000000-0000-0000-0000-000000000000'

      const live = await it.create({ ...configMap('settings'), metadata: { name: 'settings', uid } })
      const error = await refusal(
        it.create({ ...configMap('other'), metadata: { name: 'other', resourceVersion: '1' } }),
      )

      expect(live.metadata.uid).not.toBe(uid)
      expect(error).toMatchObject({ code: 'invalid', status: 500, retryable: false })
    },
  },
  {
    fact: 'of two updates from one resourceVersion one wins, the other is a conflict',
    run: async (it) => {
      const first = await it.create(configMap('operation', { phase: 'Running' }))

      const won = await it.update(swap(first, { data: { phase: 'Succeeded' } }))
      const error = await refusal(it.update(swap(first, { data: { phase: 'Failed' } })))

      expect(won.data).toEqual({ phase: 'Succeeded' })
      expect(error).toMatchObject({ code: 'conflict', status: 409, reason: 'Conflict', causes: [] })
      expect((await it.read(first)).data).toEqual({ phase: 'Succeeded' })
    },
  },
  {
    fact: 'an update without resourceVersion replaces unconditionally, and removes what it does not bring',
    run: async (it) => {
      await it.create(configMap('settings', { a: '1', b: '2' }))

      const live = await it.update(configMap('settings', { a: '3' }))

      expect(live.data).toEqual({ a: '3' })
    },
  },
  {
    fact: 'an update that changes nothing keeps the resourceVersion',
    run: async (it) => {
      const first = await it.create(configMap('settings', { a: '1' }))

      expectUnchanged(first, await it.update(swap(first, { data: { a: '1' } }), { by: 'creator' }))
    },
  },
  {
    fact: 'an update with the uid of another object is a conflict',
    run: async (it) => {
      const first = await it.create(configMap('settings', { a: '1' }))
      const uid = '00000000-0000-0000-0000-000000000000'

      const error = await refusal(
        it.update({ ...configMap('settings', { a: '2' }), metadata: { ...first.metadata, uid } as never }),
      )

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
    },
  },
  {
    fact: 'an update of what is not there is not-found',
    run: async (it) => {
      expect(await refusal(it.update(configMap('settings')))).toMatchObject({
        code: 'not-found',
        status: 404,
      })
    },
  },
  {
    fact: 'a Lease is created once, and renewed only from its last resourceVersion',
    run: async (it) => {
      const lease = (holderIdentity: string): Manifest => ({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'shop' },
        spec: { holderIdentity, leaseDurationSeconds: 30, renewTime: '2026-01-02T03:04:05.000006Z' },
      })
      const first = await it.create(lease('one'))
      const second = await refusal(it.create(lease('two')))

      const renewed = await it.update(swap(first, { spec: lease('one').spec ?? {} }), { by: 'renewer' })
      const taken = await it.update(swap(first, { spec: lease('two').spec ?? {} }))
      const late = await refusal(it.update(swap(first, { spec: lease('three').spec ?? {} })))

      expect(second.code).toBe('already-exists')
      expect(renewed.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
      expect(taken.spec).toMatchObject({ holderIdentity: 'two', renewTime: '2026-01-02T03:04:05.000006Z' })
      expect(late.code).toBe('conflict')
    },
  },
  {
    fact: 'a merge patch removes what is null and replaces lists whole',
    run: async (it) => {
      const live = await it.create({
        ...configMap('settings', { a: '1', b: '2' }),
        metadata: { name: 'settings', finalizers: ['example.test/a', 'example.test/b'] },
      })

      const patched = await it.patch(live, {
        data: { a: null, c: '3' },
        metadata: { finalizers: ['example.test/c'] },
      })
      await it.patch(live, { metadata: { finalizers: null } })

      expect(patched.data).toEqual({ b: '2', c: '3' })
      expect(patched.metadata.finalizers).toEqual(['example.test/c'])
    },
  },
  {
    fact: 'a merge patch that names an old resourceVersion is a conflict',
    run: async (it) => {
      const old = await it.create(configMap('settings', { a: '1' }))
      await it.patch(old, { data: { a: '2' } })
      const { resourceVersion = '' } = old.metadata

      const error = await refusal(it.patch(old, { metadata: { resourceVersion }, data: { a: '3' } }))

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
    },
  },
  {
    fact: 'a merge patch that changes nothing keeps the resourceVersion',
    run: async (it) => {
      const first = await it.create(configMap('settings', { a: '1' }))

      expectUnchanged(first, await it.patch(first, { data: { a: '1' } }))
    },
  },
  {
    fact: 'a JSON patch tests before it writes, and does all of it or nothing',
    run: async (it) => {
      const live = await it.create(configMap('settings', { a: '1' }))

      const patched = await it.patch(live, [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'replace', path: '/data/a', value: '2' },
      ])
      const error = await refusal(
        it.patch(live, [
          { op: 'replace', path: '/data/a', value: '9' },
          { op: 'test', path: '/data/a', value: '1' },
        ]),
      )

      expect(patched.data).toEqual({ a: '2' })
      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect((await it.read(live)).data).toEqual({ a: '2' })
    },
  },
  {
    fact: 'a patch of what is not there is not-found',
    run: async (it) => {
      expect(await refusal(it.patch(configMap('settings'), { data: { a: '1' } }))).toMatchObject({
        code: 'not-found',
      })
    },
  },
  {
    fact: 'only a change of the spec raises the generation',
    run: async (it) => {
      const manifest = deployment('web', { replicas: 0 })
      const first = await it.apply(manifest)
      const labelled = await it.apply({ ...manifest, metadata: { name: 'web', labels: { a: 'b' } } })
      const changed = await it.apply(deployment('web', { replicas: 0, minReadySeconds: 3 }))

      expect([first, labelled, changed].map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2])
    },
  },
  {
    fact: 'a ConfigMap has no generation',
    run: async (it) => {
      expect((await it.create(configMap('settings'))).metadata.generation).toBeUndefined()
    },
  },
  {
    fact: 'a status is written through its subresource alone, which writes nothing else',
    run: async (it) => {
      const pod = await it.create(aPod('web'))

      const written = await it.patch(
        pod,
        { status: { phase: 'Running' }, metadata: { labels: { a: 'b' } }, spec: { hostname: 'x' } },
        { subresource: 'status' },
      )
      const beside = await it.patch(pod, { status: { phase: 'Failed' }, metadata: { labels: { c: 'd' } } })

      expect(at(written, 'status', 'phase')).toBe('Running')
      expect(at(written, 'spec', 'hostname')).toBeUndefined()
      expect(at(beside, 'status', 'phase')).toBe('Running')
      expect(at(beside.metadata, 'labels', 'c')).toBe('d')
    },
  },
  {
    fact: 'a status written against an old resourceVersion is a conflict',
    run: async (it) => {
      const old = await it.create(aPod('web'))
      await it.patch(old, { metadata: { labels: { a: 'b' } } })
      const { resourceVersion = '' } = old.metadata
      const status = { phase: 'Running' }

      const error = await refusal(
        it.update(
          { ...aPod('web'), metadata: { name: 'web', resourceVersion }, status },
          { subresource: 'status' },
        ),
      )

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
    },
  },
  {
    fact: 'a scale is read and written without knowing the kind',
    run: async (it) => {
      const live = await it.apply(deployment('web', { replicas: 2 }))
      const { type, name } = await it.address('apps/v1', 'Deployment', 'web')
      const { group, version, resource } = type
      const at = { group, version, resource, namespace: it.namespace, name, subresource: 'scale' as const }

      const scale = await it.cluster.send({ verb: 'get', ...at })
      await it.patch(live, { spec: { replicas: 0 } }, { subresource: 'scale' })

      expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 2 } })
      expect((await it.read(live)).spec).toMatchObject({ replicas: 0 })
    },
  },
  {
    fact: 'the values of a Secret come masked in every answer, equal where they are equal',
    run: async (it) => {
      const secret = (password: string): Manifest => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: 'db',
          annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `{"p":"${password}"}` },
        },
        data: { password: btoa(password) },
      })
      const applied = await it.apply(secret('canary-one'))
      const read = await it.read(applied)
      const listed = (await it.list('v1', 'Secret')).filter(({ metadata }) => metadata.name === 'db')
      const metadataOnly = await it.list('v1', 'Secret', { metadataOnly: true })
      const predicted = await it.apply(secret('canary-two'), { dryRun: true })

      expect(JSON.stringify([applied, read, listed, metadataOnly, predicted])).not.toMatch(/canary|Y2FuYXJ5/)
      const [a, b, c] = [masked(applied), masked(listed[0]), masked(predicted)] as const
      expect(a.equals(b)).toBe(true)
      expect(a.equals(c)).toBe(false)
      expect(read.type).toBe('Opaque')
    },
  },
]

/** The same object from the same resourceVersion with other fields: a compare-and-swap. */
function swap(live: LiveObject, fields: Pick<Manifest, string>): Manifest {
  const { name, resourceVersion = '' } = live.metadata
  return { apiVersion: live.apiVersion, kind: live.kind, metadata: { name, resourceVersion }, ...fields }
}

function masked(secret: LiveObject | undefined): Masked {
  const value = at(secret, 'data', 'password')
  if (!(value instanceof Masked)) throw new Error('it is not masked')
  return value
}

function aPod(name: string): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'web', image: 'example.test/web:1' }] },
  }
}
