import { expect } from 'vitest'
import type { ResourceType } from '../../src/cluster/discovery.ts'
import { applyObject, getObject, listObjects } from '../../src/cluster/requests.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import {
  at,
  type CaseContext,
  type ClusterCase,
  configMap,
  deployment,
  expectUnchanged,
  fieldsOf,
  refusal,
} from './cluster-case.ts'

const canary = 'canary-value-7361'

/** What is refused, in a dry run as in a real write, and how the refusal reads. */
export const refusalCases: readonly ClusterCase[] = [
  {
    fact: 'a dry run of a creation in a namespace that is not there is not-found, and so is the creation',
    run: async (it) => {
      const nowhere = { ...configMap('settings'), metadata: { name: 'settings', namespace: 'case-nowhere' } }

      const errors = [
        await refusal(it.apply(nowhere, { dryRun: true })),
        await refusal(it.apply(nowhere)),
        await refusal(it.create(nowhere)),
      ]

      for (const error of errors) {
        expect(error).toMatchObject({ code: 'not-found', status: 404, turn: 'author', retryable: false })
        expect(error.message).toContain('namespaces "case-nowhere" not found')
      }
    },
  },
  {
    fact: 'a kind of a group that is not served is unknown, and so is one that its group does not have',
    run: async (it) => {
      const type = (group: string): ResourceType => ({
        group,
        version: 'v1',
        kind: 'Thing',
        resource: 'things',
        namespaced: true,
        verbs: [],
      })

      for (const group of ['nowhere.example.test', 'apps']) {
        const address = { type: type(group), namespace: it.namespace, name: 'one' }
        expect(await refusal(getObject(it.cluster, address))).toMatchObject({ code: 'unknown-kind' })
        expect(await refusal(listObjects(it.cluster, address.type, it.namespace))).toMatchObject({
          code: 'unknown-kind',
          status: 404,
        })
      }
    },
  },
  {
    fact: 'a field that the kind does not have is refused, applied or created',
    run: async (it) => {
      const manifest = deployment('web', { surprise: true })

      const applied = await refusal(it.apply(manifest))
      const created = await refusal(it.create(manifest))

      expect(applied).toMatchObject({ code: 'invalid', turn: 'author', retryable: false })
      expect(applied.message).toContain('.spec.surprise: field not declared in schema')
      expect(created).toMatchObject({ code: 'invalid', status: 400 })
      expect(created.message).toContain('unknown field "spec.surprise"')
    },
  },
  {
    fact: 'a value of another type than the schema says is refused',
    run: async (it) => {
      const labels: JsonObject = { a: true }

      const error = await refusal(
        it.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: labels }),
      )

      expect(error.code).toBe('invalid')
      expect(error.message).toContain('.data.a: expected string')
    },
  },
  {
    fact: 'two items of one key are refused in an apply, and taken in a creation',
    run: async (it) => {
      const env = [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ]

      const error = await refusal(it.apply(deployment('web', {}, { env })))
      const created = await it.create(deployment('other', {}, { env }))

      expect(error.code).toBe('invalid')
      expect(error.message).toContain('duplicate entries for key [name="A"]')
      expect(at(created, 'spec', 'template', 'spec', 'containers', 0, 'env')).toEqual(env)
    },
  },
  {
    fact: 'a value out of range is refused with its field',
    run: async (it) => {
      const error = await refusal(it.apply(deployment('web', { replicas: -1 })))

      expect(error).toMatchObject({ code: 'invalid', status: 422, reason: 'Invalid' })
      expect(error.causes.map(({ field, reason }) => [field, reason])).toEqual([
        ['spec.replicas', 'FieldValueInvalid'],
      ])
    },
  },
  {
    fact: 'every invalid field is a cause of its own',
    run: async (it) => {
      const error = await refusal(
        it.apply(deployment('web', { replicas: -1, minReadySeconds: -1 }, { image: '' })),
      )

      expect(fieldsOf(error)).toEqual([
        'spec.minReadySeconds',
        'spec.replicas',
        'spec.template.spec.containers[0].image',
      ])
    },
  },
  {
    fact: 'a change of an immutable field is refused with the field, in a dry run too',
    run: async (it) => {
      const before = await it.apply(deployment('web', { replicas: 0 }))
      const labels = { matchLabels: { app: 'other' } }
      const template = {
        metadata: { labels: { app: 'other' } },
        spec: { containers: [{ name: 'web', image: 'example.test/web:1' }] },
      }

      const error = await refusal(
        it.apply(deployment('web', { replicas: 0, selector: labels, template }), { dryRun: true }),
      )

      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(fieldsOf(error)).toEqual(['spec.selector'])
      expect(at(await it.read(before), 'spec')).toEqual(at(before, 'spec'))
    },
  },
  {
    fact: "a Job's template is immutable",
    run: async (it) => {
      const job = (image: string) => ({
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'migrate' },
        spec: {
          template: { spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image }] } },
        },
      })
      await it.apply(job('example.test/migrate:1'))

      const error = await refusal(it.apply(job('example.test/migrate:2')))

      expect(error.code).toBe('invalid')
      expect(fieldsOf(error)).toEqual(['spec.template'])
    },
  },
  {
    fact: 'a name that the server does not take is refused with its field',
    run: async (it) => {
      const error = await refusal(it.apply(configMap('a..b')))

      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(fieldsOf(error)).toEqual(['metadata.name'])
    },
  },
  {
    fact: 'an apply without a field manager is refused',
    run: async (it) => {
      const error = await refusal(it.apply(configMap('settings'), { by: '' }))

      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(fieldsOf(error)).toEqual(['fieldManager'])
    },
  },
  {
    fact: 'an apply that brings managedFields along is refused',
    run: async (it) => {
      const managedFields = [{ manager: 'x', operation: 'Apply', apiVersion: 'v1' }]

      const error = await refusal(
        it.apply({ ...configMap('settings'), metadata: { name: 'settings', managedFields } }),
      )

      expect(error).toMatchObject({ code: 'bad-request', status: 400 })
      expect(error.message).toContain('metadata.managedFields must be nil')
    },
  },
  {
    fact: 'a body of another namespace or name than the request is refused',
    run: async (it) => {
      const { type } = await it.address('v1', 'ConfigMap', 'settings')
      const { group, version, resource } = type
      const send = (metadata: JsonObject) =>
        it.cluster.send({
          verb: 'apply',
          group,
          version,
          resource,
          namespace: it.namespace,
          name: 'settings',
          options: { fieldManager: 'plumbline' },
          body: { apiVersion: 'v1', kind: 'ConfigMap', metadata },
        })

      const errors = [
        await refusal(send({ name: 'settings', namespace: 'default' })),
        await refusal(send({ name: 'other', namespace: it.namespace })),
      ]

      expect(errors.map(({ code }) => code)).toEqual(['bad-request', 'bad-request'])
    },
  },
  {
    fact: 'a user without a role may not read, and a dry run needs the right of the write',
    run: async (it) => {
      const limited = it.as(it.under.limited)

      const errors = [
        await refusal(limited.find(configMap('settings'))),
        await refusal(limited.list('v1', 'ConfigMap')),
        await refusal(limited.apply(configMap('settings'), { dryRun: true })),
        await refusal(limited.create(configMap('settings'))),
      ]

      for (const error of errors) {
        expect(error).toMatchObject({ code: 'forbidden', status: 403, turn: 'operator', retryable: false })
        expect(error.message).toMatch(/User "limited" cannot (get|list|patch|create) resource "configmaps"/)
      }
    },
  },
  {
    fact: 'the right to patch is enough to apply what is there, and not to create by apply',
    run: async (it) => {
      await it.apply(configMap('settings', { a: '1' }))
      await bindRole(it, ['patch', 'get'])
      const limited = it.as(it.under.limited)
      await it.under.eventually(() => succeeds(limited.find(configMap('settings'))))

      const live = await limited.apply(configMap('settings', { b: '2' }), { by: 'other' })
      const error = await refusal(limited.apply(configMap('new'), { by: 'other' }))

      expect(live.data).toEqual({ a: '1', b: '2' })
      expect(error).toMatchObject({ code: 'forbidden', status: 403 })
      expect(error.message).toContain('cannot create resource "configmaps"')
    },
  },
  {
    fact: 'a role permits what it says and no more',
    run: async (it) => {
      await bindRole(it, ['list'])
      const limited = it.as(it.under.limited)
      await it.under.eventually(() => succeeds(limited.list('v1', 'ConfigMap')))

      expect(await refusal(limited.find(configMap('settings')))).toMatchObject({ code: 'forbidden' })
      expect(await refusal(limited.list('v1', 'Secret'))).toMatchObject({ code: 'forbidden' })
    },
  },
  {
    fact: 'nobody may grant rights that they do not have',
    run: async (it) => {
      await bindRole(it, ['get', 'list', 'create', 'patch'], ['rbac.authorization.k8s.io'], ['roles'])
      const limited = it.as(it.under.limited)
      await it.under.eventually(() => succeeds(limited.list('rbac.authorization.k8s.io/v1', 'Role')))

      const error = await refusal(
        limited.apply({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'greedy' },
          rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
        }),
      )

      expect(error).toMatchObject({ code: 'forbidden', status: 403, turn: 'operator' })
    },
  },
  {
    fact: 'a token that the server does not know is unauthorized',
    run: async (it) => {
      const error = await refusal(it.as(it.under.stranger).find(configMap('settings')))

      expect(error).toMatchObject({ code: 'unauthorized', status: 401, turn: 'operator', retryable: false })
    },
  },
  {
    fact: 'an admission policy denies a dry run as it denies a write',
    run: async (it) => {
      await denyConfigMaps(it)
      await it.under.eventually(async () => !(await succeeds(it.apply(configMap('probe'), { dryRun: true }))))

      const dryRun = await refusal(it.apply(configMap('settings'), { dryRun: true }))
      const write = await refusal(it.apply(configMap('settings')))

      for (const error of [dryRun, write]) {
        expect(error).toMatchObject({ code: 'denied', status: 422, turn: 'author', retryable: false })
        expect(error.message).toContain('no ConfigMaps here')
      }
    },
  },
  {
    fact: 'a refused Secret does not tell its values',
    run: async (it) => {
      const secret = (fields: JsonObject) => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'db' },
        ...fields,
      })
      const encoded = btoa(canary)

      const errors = [
        await refusal(it.apply(secret({ data: { a: { nested: canary } } }))),
        await refusal(it.apply(secret({ data: { a: 73617361 } }))),
        await refusal(it.apply(secret({ data: { a: `${canary}!` } }))),
        await refusal(it.create(secret({ data: { 'not a key': encoded } }))),
      ]

      for (const error of errors) {
        const shown = JSON.stringify([error.message, error.causes, error.subject, error.stack])
        expect(shown).not.toMatch(new RegExp(`${canary}|${encoded}|73617361`))
        expect(error.code).toBe('invalid')
      }
    },
  },
  {
    fact: 'a dry run of a refused write leaves what is there untouched',
    run: async (it) => {
      const before = await it.apply(configMap('settings', { a: '1' }))

      await refusal(it.apply(configMap('settings', { 'not a key': '1' }), { dryRun: true }))

      expectUnchanged(before, await it.read(before))
    },
  },
  {
    fact: 'a namespaced object without a namespace is refused before any request',
    run: async (it) => {
      const type = await it.type('v1', 'ConfigMap')
      const before = it.under.requests()

      const error = await refusal(
        applyObject(it.cluster, type, configMap('settings'), { fieldManager: 'plumbline' }),
      )

      expect(error.code).toBe('bad-name')
      expect(it.under.requests()).toBe(before)
    },
  },
  {
    fact: 'a name that a URL may not carry is refused before any request',
    run: async (it) => {
      const type = await it.type('v1', 'ConfigMap')
      const before = it.under.requests()

      for (const name of ['..', '.', '', 'a/b', 'a%2fb', 'a?b', 'a#b', 'a\n', '\ud800', 'a\\b']) {
        const byName = await refusal(getObject(it.cluster, { type, namespace: it.namespace, name }))
        expect(byName.code).toBe('bad-name')
        if (name === '') continue
        const byNamespace = await refusal(getObject(it.cluster, { type, namespace: name, name: 'settings' }))
        expect(byNamespace.code).toBe('bad-name')
      }
      expect(it.under.requests()).toBe(before)
    },
  },
]

async function bindRole(
  it: CaseContext,
  verbs: readonly string[],
  apiGroups: readonly string[] = [''],
  resources: readonly string[] = ['configmaps'],
): Promise<void> {
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const apiGroup = 'rbac.authorization.k8s.io'
  const metadata = { name: 'some' }
  await it.apply({ apiVersion, kind: 'Role', metadata, rules: [{ apiGroups, resources, verbs }] })
  await it.apply({
    apiVersion,
    kind: 'RoleBinding',
    metadata,
    subjects: [{ apiGroup, kind: 'User', name: 'limited' }],
    roleRef: { apiGroup, kind: 'Role', name: 'some' },
  })
}

async function denyConfigMaps(it: CaseContext): Promise<void> {
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const metadata = { name: `deny-${it.namespace}` }
  const rule = {
    apiGroups: [''],
    apiVersions: ['v1'],
    operations: ['CREATE', 'UPDATE'],
    resources: ['configmaps'],
  }
  await it.apply({
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression: 'false', message: 'no ConfigMaps here' }],
    },
  })
  const matchLabels = { 'kubernetes.io/metadata.name': it.namespace }
  await it.apply({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata,
    spec: {
      policyName: metadata.name,
      validationActions: ['Deny'],
      matchResources: { namespaceSelector: { matchLabels } },
    },
  })
}

async function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  )
}
