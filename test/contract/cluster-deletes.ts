import { expect } from 'vitest'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import {
  at,
  type CaseContext,
  type ClusterCase,
  configMap,
  expectUnchanged,
  refusal,
} from './cluster-case.ts'

const wrongUid = '00000000-0000-0000-0000-000000000000'

export const deleteCases: readonly ClusterCase[] = [
  {
    fact: 'a deletion whose uid does not fit is a conflict and deletes nothing; one that fits deletes',
    run: async (it) => {
      const live = await it.create(configMap('settings'))

      const error = await refusal(it.delete(live, { preconditions: { uid: wrongUid } }))
      const kept = await it.find(live)
      await it.delete(live, { preconditions: { uid: live.metadata.uid ?? '' } })

      expect(error).toMatchObject({ code: 'conflict', status: 409, reason: 'Conflict' })
      expect(kept?.metadata.uid).toBe(live.metadata.uid)
      expect(await it.find(live)).toBeUndefined()
    },
  },
  {
    fact: 'a deletion whose resourceVersion is old is a conflict',
    run: async (it) => {
      const old = await it.create(configMap('settings', { a: '1' }))
      const now = await it.patch(old, { data: { a: '2' } })
      const { resourceVersion = '' } = old.metadata

      const error = await refusal(it.delete(old, { preconditions: { resourceVersion } }))
      await it.delete(old, { preconditions: { resourceVersion: now.metadata.resourceVersion ?? '' } })

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
      expect(await it.find(old)).toBeUndefined()
    },
  },
  {
    fact: 'a deletion of what is not there is not-found',
    run: async (it) => {
      expect(await refusal(it.delete(configMap('settings')))).toMatchObject({
        code: 'not-found',
        status: 404,
      })
    },
  },
  {
    fact: 'a dry run of a deletion deletes nothing, and checks its preconditions',
    run: async (it) => {
      const live = await it.create(configMap('settings'))

      await it.delete(live, { dryRun: true })
      const error = await refusal(it.delete(live, { dryRun: true, preconditions: { uid: wrongUid } }))

      expect(error.code).toBe('conflict')
      expectUnchanged(live, await it.read(live))
    },
  },
  {
    fact: 'an object with a finalizer stays, marked, until the finalizer goes',
    run: async (it) => {
      const live = await it.create({
        ...configMap('settings'),
        metadata: { name: 'settings', finalizers: ['example.test/hold'] },
      })

      await it.delete(live)
      const marked = await it.read(live)
      await it.delete(live)
      const again = await it.read(live)
      const created = await refusal(it.create(configMap('settings')))
      await it.patch(live, { metadata: { finalizers: null } })

      expect(marked.metadata.deletionTimestamp).toMatch(/Z$/)
      expect(again.metadata.deletionTimestamp).toBe(marked.metadata.deletionTimestamp)
      expect(created.code).toBe('already-exists')
      expect(await it.find(live)).toBeUndefined()
    },
  },
  {
    fact: 'an apply to what is being deleted is taken, says so, and goes with it; the next one makes it anew',
    run: async (it) => {
      const held = await it.create({
        ...configMap('a'),
        metadata: { name: 'a', finalizers: ['example.test/hold'] },
      })
      await it.delete(configMap('a'))

      const applied = await it.apply(configMap('a'))
      await it.patch(held, { metadata: { finalizers: null } })
      await it.gone(configMap('a'))
      const anew = await it.apply(configMap('a'))

      expect(applied.metadata.uid).toBe(held.metadata.uid)
      expect(applied.metadata.deletionTimestamp).toBeDefined()
      expect(anew.metadata.uid).not.toBe(held.metadata.uid)
      expect(anew.metadata.deletionTimestamp).toBeUndefined()
    },
  },
  {
    fact: 'a namespace that is being deleted takes an apply of itself, and goes all the same',
    run: async (it) => {
      const namespace: Manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: it.namespace } }
      const held = await it.create({
        ...configMap('held'),
        metadata: { name: 'held', finalizers: ['example.test/hold'] },
      })
      await it.delete(namespace)

      const applied = await it.apply(namespace)
      await it.patch(held, { metadata: { finalizers: null } })

      expect(applied.metadata.deletionTimestamp).toBeDefined()
      await it.gone(namespace)
    },
  },
  {
    fact: 'an object that is made anew under its name has another uid',
    run: async (it) => {
      const first = await it.create(configMap('settings'))
      await it.delete(first)

      const second = await it.create(configMap('settings'))

      expect(second.metadata.uid).not.toBe(first.metadata.uid)
    },
  },
  {
    fact: 'what an object owns goes after it in the background',
    run: async (it) => {
      const [owner, child] = await ownerAndChild(it)

      await it.delete(owner, { propagationPolicy: 'Background' })

      expect(await it.find(owner)).toBeUndefined()
      await it.gone(child)
    },
  },
  {
    fact: 'what an object owns goes before it in the foreground',
    run: async (it) => {
      const [owner, child] = await ownerAndChild(it, ['example.test/hold'])

      await it.delete(owner, { propagationPolicy: 'Foreground' })
      const waiting = await it.read(owner)
      await it.under.eventually(async () => (await it.read(child)).metadata.deletionTimestamp !== undefined)
      await it.patch(child, { metadata: { finalizers: null } })

      expect(waiting.metadata.deletionTimestamp).toMatch(/Z$/)
      expect(waiting.metadata.finalizers).toContain('foregroundDeletion')
      await it.gone(owner)
      expect(await it.find(child)).toBeUndefined()
    },
  },
  {
    fact: 'what an object owns stays when it is orphaned',
    run: async (it) => {
      const [owner, child] = await ownerAndChild(it)

      await it.delete(owner, { propagationPolicy: 'Orphan' })
      await it.gone(owner)

      expect((await it.read(child)).metadata.ownerReferences ?? []).toEqual([])
    },
  },
  {
    fact: 'a namespace that is deleted refuses creations at once, and goes with all that is in it',
    run: async (it) => {
      const namespace: Manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: it.namespace } }
      const held = await it.create({
        ...configMap('held'),
        metadata: { name: 'held', finalizers: ['example.test/hold'] },
      })

      await it.delete(namespace)
      const terminating = await it.read(namespace)
      const error = await refusal(it.create(configMap('late')))
      const applied = await refusal(it.apply(configMap('late')))
      await it.patch(held, { metadata: { finalizers: null } })

      expect(at(terminating, 'status', 'phase')).toBe('Terminating')
      expect(error).toMatchObject({ code: 'denied', status: 403, retryable: true })
      expect(error.causes.map(({ reason }) => reason)).toEqual(['NamespaceTerminating'])
      expect(applied.code).toBe('denied')
      await it.gone(namespace)
      expect(await it.find(held)).toBeUndefined()
    },
  },
]

async function ownerAndChild(
  it: CaseContext,
  finalizers: readonly string[] = [],
): Promise<readonly [LiveObject, LiveObject]> {
  const owner = await it.create(configMap('owner'))
  const { name, uid = '' } = owner.metadata
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true }
  const child = await it.create({
    ...configMap('child'),
    metadata: { name: 'child', finalizers, ownerReferences: [reference] },
  })
  return [owner, child]
}
