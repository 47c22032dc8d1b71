import { expect, test } from 'vitest'
import { conflictCause, conflictMessage } from '../../src/kube/apply-conflict.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { fieldPath, formatPath } from '../../src/kube/field-path.ts'
import { FieldSet } from '../../src/kube/field-set.ts'
import type { Json, JsonObject } from '../../src/kube/json.ts'
import { parseManagedFields } from '../../src/kube/managed-fields.ts'
import type { ManagedFieldsEntry } from '../../src/kube/manifest.ts'
import {
  applyServerSide,
  type ServerSideApplied,
  updateServerSide,
} from '../../src/kube/server-side-apply.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

const schemas = builtinSchemas()
const schemaOf = (apiVersion: string) =>
  apiVersion === 'apps/v1' ? schemas.schemaOf('apps', 'v1', 'Deployment') : undefined
const ignored = FieldSet.of([fieldPath('status')])

function aDeployment(spec: string): JsonObject {
  const value = parseYamlValue(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: ${spec}
`).value
  return value as JsonObject
}

interface Request {
  readonly live?: JsonObject | undefined
  readonly manager?: string
  readonly time?: string
  readonly force?: boolean
  readonly subresource?: string
}

function request({ live, manager = 'plumbline', time = '2026-01-01T00:00:00Z', subresource }: Request) {
  const common = { live, manager, apiVersion: 'apps/v1', time, schemaOf, ignored }
  return subresource === undefined ? common : { ...common, subresource }
}

function apply(config: JsonObject, options: Request = {}): ServerSideApplied {
  return applyServerSide({ ...request(options), config, force: options.force ?? false })
}

function applied(config: JsonObject, options: Request = {}): JsonObject {
  const result = apply(config, options)
  if (result.kind === 'conflict') throw new Error(conflictMessage(result.conflicts))
  return result.object
}

function update(updated: JsonObject, options: Request): JsonObject {
  return updateServerSide({ ...request(options), updated })
}

function metadataOf(object: JsonObject): JsonObject {
  return object.metadata as JsonObject
}

/** Who owns what below the specification, in words. */
function owners(object: JsonObject): { readonly [manager: string]: readonly string[] } {
  const entries = (metadataOf(object).managedFields ?? []) as readonly (JsonObject & ManagedFieldsEntry)[]
  return Object.fromEntries(
    parseManagedFields(entries).map(({ manager, operation, subresource, fields }) => [
      [manager, operation, subresource].filter((part) => part !== undefined).join(' '),
      [...fields.under(fieldPath('spec')).leaves()].map(formatPath),
    ]),
  )
}

function withSpec(object: JsonObject, spec: JsonObject): JsonObject {
  return { ...object, spec: { ...(object.spec as JsonObject), ...spec } }
}

const oneContainer =
  '{replicas: 2, template: {spec: {containers: [{name: web, image: web:1, ports: [{containerPort: 80}]}]}}}'

test('an apply that creates owns what it sets, by list key, and neither identity nor what is ignored', () => {
  const object = applied({ ...aDeployment(oneContainer), status: { replicas: 1 } })

  expect(metadataOf(object).managedFields).toEqual([
    {
      manager: 'plumbline',
      operation: 'Apply',
      apiVersion: 'apps/v1',
      time: '2026-01-01T00:00:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:metadata': { 'f:labels': { 'f:app': {} } },
        'f:spec': {
          'f:replicas': {},
          'f:template': {
            'f:spec': {
              'f:containers': {
                'k:{"name":"web"}': {
                  '.': {},
                  'f:image': {},
                  'f:name': {},
                  'f:ports': {
                    'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
                  },
                },
              },
            },
          },
        },
      },
    },
  ])
})

test('applying the same again changes nothing, not even the time', () => {
  const live = applied(aDeployment(oneContainer))
  const again = apply(aDeployment(oneContainer), { live, time: '2026-02-01T00:00:00Z' })

  expect(again).toEqual({ kind: 'applied', object: live, isChanged: false })
})

test('a field that its only owner drops is removed, and the struct that it empties', () => {
  const live = applied(aDeployment('{replicas: 2, strategy: {rollingUpdate: {maxSurge: 1}}, paused: true}'))
  const object = applied(aDeployment('{replicas: 2}'), { live })

  expect(object.spec).toEqual({ replicas: 2 })
})

test('a list item that its only owner drops is removed; items of others stay in their place', () => {
  const first = applied(
    aDeployment('{template: {spec: {containers: [{name: a, image: "1"}, {name: b, image: "1"}]}}}'),
  )
  const others = applied(aDeployment('{template: {spec: {containers: [{name: sidecar, image: "1"}]}}}'), {
    live: first,
    manager: 'mesh',
  })
  const object = applied(aDeployment('{template: {spec: {containers: [{name: b, image: "1"}]}}}'), {
    live: others,
  })

  expect(object.spec).toEqual({
    template: {
      spec: {
        containers: [
          { name: 'b', image: '1' },
          { name: 'sidecar', image: '1' },
        ],
      },
    },
  })
})

test('a field that two own loses one owner and stays', () => {
  const first = applied(aDeployment('{replicas: 2}'))
  const shared = applied(aDeployment('{replicas: 2}'), { live: first, manager: 'second' })
  const object = applied(aDeployment('{}'), { live: shared })

  expect(object.spec).toEqual({ replicas: 2 })
  expect(owners(object)).toMatchObject({ 'second Apply': ['replicas'] })
})

test('changing a field of another manager is a conflict that names manager and field', () => {
  const live = applied(aDeployment('{replicas: 2}'), { manager: 'first' })
  const result = apply(aDeployment('{replicas: 3}'), { live })

  expect(result).toEqual({
    kind: 'conflict',
    conflicts: [{ manager: { manager: 'first', operation: 'Apply' }, path: fieldPath('spec', 'replicas') }],
  })
})

test('force takes the field away from the other manager', () => {
  const live = applied(aDeployment('{replicas: 2, paused: true}'), { manager: 'first' })
  const object = applied(aDeployment('{replicas: 3}'), { live, force: true })

  expect(owners(object)).toEqual({ 'first Apply': ['paused'], 'plumbline Apply': ['replicas'] })
})

test('an update takes what it changes from everybody and owns nothing else', () => {
  const live = applied(aDeployment('{replicas: 2, paused: true}'))
  const object = update(withSpec(live, { replicas: 5 }), {
    live,
    manager: 'kubectl',
    time: '2026-01-02T00:00:00Z',
  })

  expect(owners(object)).toEqual({ 'plumbline Apply': ['paused'], 'kubectl Update': ['replicas'] })
})

test('replicas are handed over to an autoscaler that writes through the scale subresource', () => {
  const live = applied(aDeployment('{replicas: 2, paused: true}'))
  const scaled = update(withSpec(live, { replicas: 5 }), { live, manager: 'hpa', subresource: 'scale' })
  const object = applied(aDeployment('{paused: true}'), { live: scaled })

  expect(object.spec).toEqual({ replicas: 5, paused: true })
  expect(owners(object)).toEqual({ 'plumbline Apply': ['paused'], 'hpa Update scale': ['replicas'] })
})

test('an update that changes nothing leaves entries and times alone', () => {
  const live = applied(aDeployment('{replicas: 2}'))

  expect(update(live, { live, manager: 'kubectl', time: '2026-02-01T00:00:00Z' })).toEqual(live)
})

test('an update that forgets the managed fields keeps them', () => {
  const live = applied(aDeployment('{replicas: 2}'))

  expect(update(aDeployment('{replicas: 2}'), { live })).toEqual(live)
})

test.each([[[]], [[{}]]])('an update with %j as managed fields clears them', (managedFields: Json) => {
  const live = applied(aDeployment('{replicas: 2}'))
  const metadata = { ...metadataOf(live), managedFields }
  const object = update({ ...live, metadata }, { live })

  expect(metadataOf(object)).not.toHaveProperty('managedFields')
})

test('the first apply on an object that nobody tracks credits what is there to before-first-apply', () => {
  const live = aDeployment('{replicas: 2}')
  const result = apply(aDeployment('{replicas: 3}'), { live })

  expect(result).toMatchObject({
    kind: 'conflict',
    conflicts: [{ manager: { manager: 'before-first-apply', operation: 'Update', apiVersion: 'apps/v1' } }],
  })
})

test('owners in a version that is served no more are forgotten', () => {
  const live = applied(aDeployment('{replicas: 2}'))
  const [entry] = metadataOf(live).managedFields as readonly JsonObject[]
  const metadata = {
    ...metadataOf(live),
    managedFields: [{ ...entry, manager: 'old', apiVersion: 'apps/v0' }],
  }
  const object = applied(aDeployment('{replicas: 3}'), { live: { ...live, metadata } })

  expect(owners(object)).toEqual({ 'plumbline Apply': ['replicas'] })
})

test('of many updaters the oldest become one', () => {
  let object = applied(aDeployment('{replicas: 0}'))
  for (let day = 1; day <= 14; day++) {
    const labels = new Map(Object.entries(metadataOf(object).labels as JsonObject)).set(`day-${day}`, 'x')
    const metadata = { ...metadataOf(object), labels: Object.fromEntries(labels) }
    const time = `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`
    object = update({ ...object, metadata }, { live: object, manager: `m${day}`, time })
  }
  const entries = metadataOf(object).managedFields as readonly JsonObject[]
  const names = entries.map((entry) => entry.manager)

  expect(names).toEqual([
    'plumbline',
    'ancient-changes',
    ...[6, 7, 8, 9, 10, 11, 12, 13, 14].map((day) => `m${day}`),
  ])
  expect(entries[1]?.fieldsV1).toEqual({
    'f:metadata': { 'f:labels': Object.fromEntries([1, 2, 3, 4, 5].map((day) => [`f:day-${day}`, {}])) },
  })
})

test('conflicts are told in the words of the API server', () => {
  const replicas = {
    manager: { manager: 'a', operation: 'Apply' },
    path: fieldPath('spec', 'replicas'),
  } as const
  const paused = {
    manager: { manager: 'b', operation: 'Update', apiVersion: 'apps/v1', subresource: 'scale' },
    path: fieldPath('spec', 'paused'),
  } as const

  expect(conflictMessage([replicas])).toBe('Apply failed with 1 conflict: conflict with "a": .spec.replicas')
  expect(conflictMessage([replicas, paused])).toBe(
    'Apply failed with 2 conflicts: conflicts with "a":\n- .spec.replicas\nconflicts with "b" with subresource "scale" using apps/v1:\n- .spec.paused',
  )
  expect(conflictCause(paused)).toEqual({
    message: 'conflict with "b" with subresource "scale" using apps/v1',
    field: '.spec.paused',
  })
})
