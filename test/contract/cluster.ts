import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError, type ClusterErrorCode } from '../../src/cluster/cluster-error.ts'
import { preferredResource, type ResourceType } from '../../src/cluster/discovery.ts'
import {
  applyObject,
  createObject,
  deleteObject,
  getObject,
  listObjects,
  type ObjectAddress,
  patchObject,
  updateObject,
} from '../../src/cluster/requests.ts'
import { formatApiPath } from '../../src/kube/field-path.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import { parseManagedFields } from '../../src/kube/managed-fields.ts'
import type { LiveMap, LiveObject, LiveValue, Manifest } from '../../src/kube/manifest.ts'
import { Masked } from '../../src/kube/masked.ts'

/** A cluster under test, and what a test must be able to do to it that is no request of the port. */
export interface ClusterUnderTest {
  /** As an administrator. */
  readonly cluster: Cluster
  /** As a user who may do nothing until a test binds a role to the user `limited`. */
  readonly limited: Cluster
  /** HTTP requests that left for this cluster so far. */
  requests(): number
  close(): Promise<void>
}

/** What every cluster does, recorded on kube-apiserver 1.36.3: each case holds on the real one first. */
export function clusterContract(name: string, open: () => Promise<ClusterUnderTest>): void {
  describe(`cluster contract: ${name}`, () => {
    let under: ClusterUnderTest
    let count = 0

    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under?.close())

    async function type(kind: string, group = ''): Promise<ResourceType> {
      const found = preferredResource(await under.cluster.discovery(), group, kind)
      if (found === undefined) throw new Error(`the cluster serves no ${kind}`)
      return found
    }

    /** A namespace of its own for each case. */
    async function aNamespace(): Promise<string> {
      count += 1
      const namespace = `contract-${count}-${Math.floor(performance.timeOrigin + performance.now()).toString(36)}`
      await createObject(under.cluster, await type('Namespace'), {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace },
      })
      return namespace
    }

    async function apply(manifest: Manifest, manager = 'us', force = false): Promise<LiveObject> {
      const [group = '', kind] = [manifest.apiVersion.split('/').at(-2) ?? '', manifest.kind]
      return applyObject(under.cluster, await type(kind, group), manifest, { fieldManager: manager, force })
    }

    async function address(object: LiveObject): Promise<ObjectAddress> {
      const group = object.apiVersion.split('/').at(-2) ?? ''
      const { namespace, name: objectName } = object.metadata
      return {
        type: await type(object.kind, group),
        name: objectName,
        ...(namespace === undefined ? {} : { namespace }),
      }
    }

    async function get(object: LiveObject): Promise<LiveObject | undefined> {
      return getObject(under.cluster, await address(object))
    }

    async function refusal(call: Promise<unknown>): Promise<ClusterError> {
      try {
        await call
      } catch (error) {
        if (error instanceof ClusterError) return error
        throw error
      }
      throw new Error('it was not refused')
    }

    function configMap(namespace: string, data: Record<string, string>, objectName = 'settings'): Manifest {
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: objectName, namespace }, data }
    }

    test('an applied keyed list is merged by its key, with the items of others kept in place', async () => {
      const namespace = await aNamespace()
      await apply(deployment(namespace, { containers: [container('web'), container('proxy')] }), 'them')

      const live = await apply(deployment(namespace, { containers: [container('web', { stdin: true })] }))

      expect(namesOf(at(live, 'spec', 'template', 'spec', 'containers'))).toEqual(['web', 'proxy'])
      expect(at(live, 'spec', 'template', 'spec', 'containers', 0, 'stdin')).toBe(true)
    })

    test('applying what another applied shares the ownership, and dropping it gives up no more than that', async () => {
      const namespace = await aNamespace()
      await apply(configMap(namespace, { shared: 'x', theirs: 'x' }), 'them')
      const shared = await apply(configMap(namespace, { shared: 'x', ours: 'x' }))

      const dropped = await apply(configMap(namespace, { ours: 'x' }))

      expect(ownersOf(shared, '.data.shared')).toEqual(['them', 'us'])
      expect(ownersOf(dropped, '.data.shared')).toEqual(['them'])
      expect(dropped.data).toEqual({ shared: 'x', theirs: 'x', ours: 'x' })
    })

    test('a field that its only owner drops is removed', async () => {
      const namespace = await aNamespace()
      await apply(configMap(namespace, { kept: 'x', dropped: 'x' }))

      const live = await apply(configMap(namespace, { kept: 'x' }))

      expect(live.data).toEqual({ kept: 'x' })
    })

    test('a list item that its only owner drops is removed with its fields', async () => {
      const namespace = await aNamespace()
      await apply(deployment(namespace, { containers: [container('web'), container('proxy')] }))

      const live = await apply(deployment(namespace, { containers: [container('web')] }))

      expect(namesOf(at(live, 'spec', 'template', 'spec', 'containers'))).toEqual(['web'])
    })

    test('a scale write owns the replicas from then on, and dropping them hands them over', async () => {
      const namespace = await aNamespace()
      const live = await apply(deployment(namespace, { replicas: 1 }))
      const target = await address(live)
      await patchObject(
        under.cluster,
        target,
        { spec: { replicas: 3 } },
        { subresource: 'scale', fieldManager: 'hpa' },
      )
      const scaled = await getObject(under.cluster, target)

      const handed = await apply(deployment(namespace, {}))

      expect(ownersOf(scaled, '.spec.replicas')).toEqual(['hpa/scale'])
      expect(at(handed, 'spec', 'replicas')).toBe(3)
    })

    test('a field that another manager set otherwise is a conflict that names field and manager', async () => {
      const namespace = await aNamespace()
      await apply(configMap(namespace, { a: 'theirs' }), 'them')

      const error = await refusal(apply(configMap(namespace, { a: 'ours' })))

      expect(error).toMatchObject({ code: 'apply-conflict', status: 409 })
      expect(error.causes).toMatchObject([{ field: '.data.a', message: expect.stringContaining('"them"') }])
    })

    test('a forced apply takes the field and leaves its former owner the others', async () => {
      const namespace = await aNamespace()
      await apply(configMap(namespace, { a: 'theirs', b: 'theirs' }), 'them')

      const live = await apply(configMap(namespace, { a: 'ours' }), 'us', true)

      expect(live.data).toEqual({ a: 'ours', b: 'theirs' })
      expect([ownersOf(live, '.data.a'), ownersOf(live, '.data.b')]).toEqual([['us'], ['them']])
    })

    test('an update takes what it changes from whoever applied it', async () => {
      const namespace = await aNamespace()
      const applied = await apply(configMap(namespace, { a: 'ours', b: 'ours' }))

      const live = await patchObject(
        under.cluster,
        await address(applied),
        { data: { a: 'edited' } },
        { fieldManager: 'editor' },
      )

      expect([ownersOf(live, '.data.a'), ownersOf(live, '.data.b')]).toEqual([['editor'], ['us']])
    })

    test('applying the same again changes no resourceVersion', async () => {
      const namespace = await aNamespace()
      const first = await apply(deployment(namespace, { containers: [container('web')] }))
      const before = await settled(first)

      const second = await apply(deployment(namespace, { containers: [container('web')] }))

      expect(second.metadata.managedFields).toEqual(before?.metadata.managedFields)
    })

    test('applying the same ConfigMap again changes no resourceVersion', async () => {
      const namespace = await aNamespace()
      const first = await apply(configMap(namespace, { a: 'x' }))

      const second = await apply(configMap(namespace, { a: 'x' }))

      expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion)
    })

    /** Controllers of a real cluster write at once. */
    async function settled(object: LiveObject): Promise<LiveObject | undefined> {
      let last = await get(object)
      for (let same = 0; same < 5; ) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        const next = await get(object)
        same = next?.metadata.resourceVersion === last?.metadata.resourceVersion ? same + 1 : 0
        last = next
      }
      return last
    }

    test('an atomic list is replaced as one whole', async () => {
      const namespace = await aNamespace()
      await apply(deployment(namespace, { containers: [container('web', { args: ['a', 'b'] })] }))

      const live = await apply(deployment(namespace, { containers: [container('web', { args: ['c'] })] }))

      expect(at(live, 'spec', 'template', 'spec', 'containers', 0, 'args')).toEqual(['c'])
      expect(ownersOf(live, '.spec.template.spec.containers[name="web"].args')).toEqual(['us'])
    })

    test('a port without protocol is found by the default of its key', async () => {
      const namespace = await aNamespace()
      await apply(service(namespace, [{ name: 'http', port: 80, protocol: 'TCP' }]), 'them')

      const live = await apply(service(namespace, [{ name: 'http', port: 80 }]))

      expect(at(live, 'spec', 'ports')).toHaveLength(1)
    })

    test('quantities are stored in their canonical form', async () => {
      const namespace = await aNamespace()

      const live = await apply(
        deployment(namespace, {
          containers: [container('web', { resources: { requests: { cpu: '1000m', memory: '1024Mi' } } })],
        }),
      )

      expect(at(live, 'spec', 'template', 'spec', 'containers', 0, 'resources', 'requests')).toEqual({
        cpu: '1',
        memory: '1Gi',
      })
    })

    test('two items of one key are refused', async () => {
      const namespace = await aNamespace()

      const error = await refusal(
        apply(deployment(namespace, { containers: [container('web'), container('web')] })),
      )

      expect(error.message).toContain('duplicate entries for key [name="web"]')
    })

    test('a field that the kind does not have is refused', async () => {
      const namespace = await aNamespace()

      const error = await refusal(apply(deployment(namespace, { surprise: true })))

      expect(error.message).toContain('field not declared in schema')
    })

    test('a change of an immutable field is refused with the field', async () => {
      const namespace = await aNamespace()
      await apply(deployment(namespace, {}))

      const error = await refusal(
        apply(deployment(namespace, { selector: { matchLabels: { app: 'other' } } }, 'other')),
      )

      expect(error.code).toBe('invalid')
      expect(error.causes.map(({ field }) => field)).toContain('spec.selector')
    })

    test('a value that is out of range is refused with the field', async () => {
      const namespace = await aNamespace()

      const error = await refusal(apply(deployment(namespace, { replicas: -1 })))

      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(error.causes.map(({ field }) => field)).toContain('spec.replicas')
    })

    test('a dry run says what would be and writes nothing', async () => {
      const namespace = await aNamespace()

      const predicted = await applyObject(
        under.cluster,
        await type('ConfigMap'),
        configMap(namespace, { a: 'x' }),
        {
          fieldManager: 'us',
          dryRun: true,
        },
      )

      expect(predicted.data).toEqual({ a: 'x' })
      expect(await get(predicted)).toBeUndefined()
    })

    test('a dry run of a creation in a namespace that is not there is not-found', async () => {
      const manifest = configMap('contract-nowhere', { a: 'x' })

      const error = await refusal(
        applyObject(under.cluster, await type('ConfigMap'), manifest, { fieldManager: 'us', dryRun: true }),
      )

      expect(error).toMatchObject({ code: 'not-found', status: 404 })
    })

    test('a kind is unknown until its definition is there, and then served, described and pruned', async () => {
      const namespace = await aNamespace()
      const group = `g${count}.contract.example`
      const widgets: ResourceType = {
        group,
        version: 'v1',
        kind: 'Widget',
        resource: 'widgets',
        namespaced: true,
        verbs: [],
      }
      const widget: Manifest = {
        apiVersion: `${group}/v1`,
        kind: 'Widget',
        metadata: { name: 'one', namespace },
        spec: { size: 3, unknown: 'x' },
      }
      const before = await refusal(
        applyObject(under.cluster, widgets, widget, { fieldManager: 'us', dryRun: true }),
      )

      await apply(definition(group))
      await eventually(
        async () => preferredResource(await under.cluster.discovery('fresh'), group, 'Widget') !== undefined,
      )
      await eventually(async () => {
        await under.cluster.discovery('fresh')
        return (await under.cluster.openApi(group, 'v1')) !== undefined
      })
      const refused = await refusal(applyObject(under.cluster, widgets, widget, { fieldManager: 'us' }))
      const live = await applyObject(
        under.cluster,
        widgets,
        { ...widget, spec: { size: 3 } },
        { fieldManager: 'us' },
      )

      expect(before.status).toBe(404)
      expect(refused.message).toContain('field not declared in schema')
      expect(live.spec).toEqual({ size: 3, colour: 'grey' })
      expect(ownersOf(live, '.spec.size')).toEqual(['us'])
      expect(ownersOf(live, '.spec.colour')).toEqual([])
    })

    test('a dry run meets an admission policy as a real write does', async () => {
      const namespace = await aNamespace()
      await denyByPolicy(namespace)
      const manifest = configMap(namespace, { a: 'x' })
      const dryRun = () =>
        type('ConfigMap').then((configMaps) =>
          applyObject(under.cluster, configMaps, manifest, { fieldManager: 'us', dryRun: true }),
        )
      await eventually(() =>
        dryRun().then(
          () => false,
          () => true,
        ),
      )

      const error = await refusal(dryRun())

      expect(error.code).toBe('denied')
      expect(error.message).toContain('no ConfigMaps here')
    })

    async function denyByPolicy(namespace: string): Promise<void> {
      const policyName = `deny-${namespace}`
      await apply({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name: policyName },
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: [''],
                apiVersions: ['v1'],
                operations: ['CREATE', 'UPDATE'],
                resources: ['configmaps'],
              },
            ],
          },
          validations: [{ expression: 'false', message: 'no ConfigMaps here' }],
        },
      })
      await apply({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name: policyName },
        spec: {
          policyName,
          validationActions: ['Deny'],
          matchResources: {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          },
        },
      })
    }

    test('who may not write may not dry-run either', async () => {
      const namespace = await aNamespace()

      const error = await refusal(
        applyObject(under.limited, await type('ConfigMap'), configMap(namespace, { a: 'x' }), {
          fieldManager: 'us',
          dryRun: true,
        }),
      )

      expect(error).toMatchObject({ code: 'forbidden', status: 403 })
      expect(error.message).toContain('limited')
    })

    test('a role that is bound permits what it says and no more', async () => {
      const namespace = await aNamespace()
      const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'reads', namespace } }
      await apply({
        ...rbac,
        kind: 'Role',
        rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
      })
      await apply({
        ...rbac,
        kind: 'RoleBinding',
        subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'limited' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reads' },
      })
      const configMaps = await type('ConfigMap')
      const list = () => listObjects(under.limited, configMaps, namespace)
      await eventually(() =>
        list().then(
          () => true,
          () => false,
        ),
      )

      const error = await refusal(getObject(under.limited, { type: configMaps, namespace, name: 'x' }))

      expect(error.code).toBe('forbidden')
    })

    test('a second creation under one name is already-exists', async () => {
      const namespace = await aNamespace()
      const create = async () =>
        createObject(under.cluster, await type('ConfigMap'), configMap(namespace, { a: 'x' }))
      await create()

      const error = await refusal(create())

      expect(error).toMatchObject({ code: 'already-exists', status: 409 })
    })

    test('a generated name begins as asked', async () => {
      const namespace = await aNamespace()
      const manifest: Manifest = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { generateName: 'job-', namespace },
      }

      const live = await createObject(under.cluster, await type('ConfigMap'), manifest)

      expect(live.metadata.name).toMatch(/^job-\w{5}$/)
    })

    test('a deletion whose uid does not fit is a conflict, and deletes nothing', async () => {
      const namespace = await aNamespace()
      const live = await apply(configMap(namespace, { a: 'x' }))
      const target = await address(live)

      const wrong = await refusal(
        deleteObject(under.cluster, target, {
          preconditions: { uid: '00000000-0000-0000-0000-000000000000' },
        }),
      )
      const kept = await getObject(under.cluster, target)
      await deleteObject(under.cluster, target, { preconditions: { uid: live.metadata.uid ?? '' } })

      expect(wrong).toMatchObject({ code: 'conflict', status: 409 })
      expect(kept?.metadata.uid).toBe(live.metadata.uid)
      expect(await getObject(under.cluster, target)).toBeUndefined()
    })

    test('deleting what is not there is not-found', async () => {
      const namespace = await aNamespace()

      const error = await refusal(
        deleteObject(under.cluster, { type: await type('ConfigMap'), namespace, name: 'none' }),
      )

      expect(error.code).toBe('not-found')
    })

    test('an object with a finalizer stays, marked, until the finalizer goes', async () => {
      const namespace = await aNamespace()
      const manifest = configMap(namespace, { a: 'x' })
      const live = await apply({
        ...manifest,
        metadata: { ...manifest.metadata, finalizers: ['contract.example/hold'] },
      })
      const target = await address(live)
      await deleteObject(under.cluster, target)
      const marked = await getObject(under.cluster, target)
      await patchObject(under.cluster, target, { metadata: { finalizers: null } })

      expect(marked?.metadata.deletionTimestamp).toMatch(/Z$/)
      expect(await getObject(under.cluster, target)).toBeUndefined()
    })

    test('a list comes in pages that together are all of it', async () => {
      const namespace = await aNamespace()
      const configMaps = await type('ConfigMap')
      for (const objectName of ['a', 'b', 'c', 'd', 'e']) await apply(configMap(namespace, {}, objectName))

      const all = await listObjects(under.cluster, configMaps, namespace, { pageSize: 2 })

      expect(namesOfObjects(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
    })

    test('a continue token that nobody gave out is refused', async () => {
      const namespace = await aNamespace()

      const error = await refusal(
        under.cluster.send({
          verb: 'list',
          group: '',
          version: 'v1',
          resource: 'configmaps',
          namespace,
          options: { limit: 2, continue: 'bm9uc2Vuc2U' },
        }),
      )

      expect(['bad-request', 'expired']).toContain(error.code)
      expect(error.status).toBe(400)
    })

    test('a label selector chooses, and metadata alone leaves the rest out', async () => {
      const namespace = await aNamespace()
      const chosen = configMap(namespace, { a: 'x' }, 'chosen')
      await apply({ ...chosen, metadata: { ...chosen.metadata, labels: { team: 'shop' } } })
      await apply(configMap(namespace, { a: 'x' }, 'other'))

      const found = await listObjects(under.cluster, await type('ConfigMap'), namespace, {
        labelSelector: 'team=shop',
        metadataOnly: true,
      })

      expect(namesOfObjects(found)).toEqual(['chosen'])
      expect(found[0]).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { labels: { team: 'shop' } },
      })
      expect(found[0]?.data).toBeUndefined()
    })

    test('a list of nothing is empty, and a get of nothing undefined', async () => {
      const namespace = await aNamespace()

      expect(await listObjects(under.cluster, await type('Secret'), namespace)).toEqual([])
      expect(
        await getObject(under.cluster, { type: await type('Secret'), namespace, name: 'none' }),
      ).toBeUndefined()
    })

    test.each<[string, string, (namespace: string) => Manifest]>([
      ['ConfigMap', '', (namespace) => configMap(namespace, { a: '1' }, 'swap')],
      [
        'Lease',
        'coordination.k8s.io',
        (namespace) => ({
          apiVersion: 'coordination.k8s.io/v1',
          kind: 'Lease',
          metadata: { name: 'swap', namespace },
          spec: { holderIdentity: 'one', leaseDurationSeconds: 30, renewTime: '2026-01-01T00:00:00.000000Z' },
        }),
      ],
    ])('an update of a %s against an old resourceVersion is a conflict', async (kind, group, manifest) => {
      const namespace = await aNamespace()
      const swapped = await type(kind, group)
      const first = await createObject(under.cluster, swapped, manifest(namespace))
      const next = (labels: Record<string, string>): Manifest => {
        const made = manifest(namespace)
        const { resourceVersion = '' } = first.metadata
        return { ...made, metadata: { ...made.metadata, labels, resourceVersion } }
      }

      const won = await updateObject(under.cluster, swapped, next({ by: 'first' }))
      const error = await refusal(updateObject(under.cluster, swapped, next({ by: 'second' })))

      expect(won.metadata.labels).toEqual({ by: 'first' })
      expect(error).toMatchObject({ code: 'conflict', status: 409 })
    })

    test('a status written against an old resourceVersion is a conflict', async () => {
      const namespace = await aNamespace()
      const first = await settled(await apply(deployment(namespace, { replicas: 0, paused: true })))
      const { resourceVersion = '' } = first?.metadata ?? {}
      const pods = {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace, resourceVersion },
      }
      await apply(deployment(namespace, { replicas: 0, paused: true, minReadySeconds: 5 }))
      const body: Manifest = { ...pods, status: { observedGeneration: 1 } }

      const error = await refusal(
        updateObject(under.cluster, await type('Deployment', 'apps'), body, { subresource: 'status' }),
      )

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
    })

    test('the status that an apply brings along is left aside', async () => {
      const namespace = await aNamespace()
      const manifest: Manifest = {
        ...deployment(namespace, { replicas: 0, paused: true }),
        status: { replicas: 7 },
      }

      const live = await apply(manifest)

      expect(at(live, 'status', 'replicas')).toBeUndefined()
    })

    test('a merge patch takes null as removal, a JSON patch tests before it writes', async () => {
      const namespace = await aNamespace()
      const target = await address(await apply(configMap(namespace, { a: 'x', b: 'x' })))

      const merged = await patchObject(under.cluster, target, { data: { a: null } })
      const patched = await patchObject(under.cluster, target, [
        { op: 'test', path: '/data/b', value: 'x' },
        { op: 'replace', path: '/data/b', value: 'y' },
      ])
      const error = await refusal(
        patchObject(under.cluster, target, [{ op: 'test', path: '/data/b', value: 'x' }]),
      )

      expect(merged.data).toEqual({ b: 'x' })
      expect(patched.data).toEqual({ b: 'y' })
      expect(error.code).toBe('invalid')
    })

    test('only a change of what is wanted raises the generation', async () => {
      const namespace = await aNamespace()
      const manifest = deployment(namespace, { replicas: 0 })
      const first = await apply(manifest)

      const labelled = await apply({ ...manifest, metadata: { ...manifest.metadata, labels: { a: 'b' } } })
      const changed = await apply(deployment(namespace, { replicas: 0, minReadySeconds: 3 }))

      const generations = [first, labelled, changed].map(({ metadata }) => metadata.generation)
      expect(generations).toEqual([1, 1, 2])
    })

    test('the values of a Secret come masked, equal where they are equal', async () => {
      const namespace = await aNamespace()
      const secret = (stringData: JsonObject): Manifest => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'db', namespace },
        stringData,
      })
      const first = await apply(secret({ password: 'canary-value' }))

      const again = await get(first)

      const [a, b] = [at(first, 'data', 'password'), at(again, 'data', 'password')]
      expect(a instanceof Masked && b instanceof Masked && a.equals(b)).toBe(true)
      expect(JSON.stringify([first, again])).not.toMatch(/canary|Y2FuYXJ5/)
    })

    test('a namespace goes with what is in it', async () => {
      const namespace = await aNamespace()
      const live = await apply(configMap(namespace, { a: 'x' }))

      await deleteObject(under.cluster, { type: await type('Namespace'), name: namespace })

      await eventually(async () => (await get(live)) === undefined)
      expect(await get(live)).toBeUndefined()
    })

    test('what a Deployment owns goes with it', async () => {
      const namespace = await aNamespace()
      const owner = await apply(deployment(namespace, { replicas: 0, paused: true }))
      const child = configMap(namespace, {}, 'child')
      const owned = await createObject(under.cluster, await type('ConfigMap'), {
        ...child,
        metadata: {
          ...child.metadata,
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: owner.metadata.uid ?? '' },
          ],
        },
      })

      await deleteObject(under.cluster, await address(owner), { propagationPolicy: 'Background' })

      await eventually(async () => (await get(owned)) === undefined)
      expect(await get(owned)).toBeUndefined()
    })

    test('discovery knows the kinds of every cluster, with scope and verbs', async () => {
      const { resources, staleGroups } = await under.cluster.discovery('fresh')

      const find = (group: string, kind: string) =>
        resources.find((one) => one.group === group && one.kind === kind)
      expect(find('apps', 'Deployment')).toMatchObject({
        version: 'v1',
        resource: 'deployments',
        namespaced: true,
      })
      expect(find('', 'Namespace')).toMatchObject({ resource: 'namespaces', namespaced: false })
      expect(find('', 'Secret')?.verbs).toEqual(expect.arrayContaining(['list', 'patch', 'delete']))
      expect(staleGroups).toEqual([])
    })

    test.each(['..', '.', '', 'a/b', 'a%2fb', 'a?b', 'a#b', 'a\n'])(
      'the name %j is refused before any request',
      async (bad) => {
        const before = under.requests()

        const error = await refusal(
          under.cluster.send({
            verb: 'get',
            group: '',
            version: 'v1',
            resource: 'configmaps',
            namespace: 'default',
            name: bad,
          }),
        )

        expect(error.code satisfies ClusterErrorCode).toBe('bad-name')
        expect(under.requests()).toBe(before)
      },
    )

    test('a name that the server would not take is refused by it', async () => {
      const namespace = await aNamespace()

      const error = await refusal(apply(configMap(namespace, {}, 'a..b')))

      expect(error.code).toBe('invalid')
      expect(error.causes.map(({ field }) => field)).toContain('metadata.name')
    })
  })
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function deployment(
  namespace: string,
  spec: JsonObject & { readonly containers?: readonly JsonObject[] },
  app = 'web',
): Manifest {
  const { containers = [container('web')], ...rest } = spec
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace },
    spec: {
      selector: { matchLabels: { app } },
      template: { metadata: { labels: { app } }, spec: { containers } },
      ...rest,
    },
  }
}

function container(name: string, more: JsonObject = {}): JsonObject {
  return { name, image: 'registry.example/web:3.9', ...more }
}

function service(namespace: string, ports: readonly JsonObject[]): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace },
    spec: { selector: { app: 'web' }, ports },
  }
}

function definition(group: string): Manifest {
  const spec = {
    type: 'object',
    properties: { size: { type: 'integer' }, colour: { type: 'string', default: 'grey' } },
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  }
}

/** Managers that own a field, with the subresource they wrote through. */
function ownersOf(live: LiveObject | undefined, path: string): readonly string[] {
  return parseManagedFields(live?.metadata.managedFields)
    .filter(({ fields }) => [...fields.paths()].some((owned) => formatApiPath(owned) === path))
    .map(({ manager, subresource }) => (subresource === undefined ? manager : `${manager}/${subresource}`))
    .toSorted()
}

function at(value: LiveValue | undefined, ...path: readonly (string | number)[]): LiveValue | undefined {
  return path.reduce<LiveValue | undefined>((found, step) => {
    if (typeof found !== 'object' || found === null || found instanceof Masked) return undefined
    return (found as LiveMap)[step]
  }, value)
}

function namesOf(list: LiveValue | undefined): readonly (LiveValue | undefined)[] {
  return Array.isArray(list) ? list.map((item: LiveValue) => at(item, 'name')) : []
}

/** Those that a controller puts into every namespace left out. */
function namesOfObjects(objects: readonly LiveObject[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt')
}
