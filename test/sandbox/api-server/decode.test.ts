import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/kube/json.ts'
import { sameQuantity } from '../../../src/kube/quantity.ts'
import { decode } from '../../../src/sandbox/api-server/types/decode.ts'
import { readGoTypes } from '../../../src/sandbox/api-server/types/go-type.ts'
import { canonicalQuantity } from '../../../src/sandbox/api-server/types/quantity-text.ts'

const types = readGoTypes()

test.each<[string, string, JsonObject, Json]>([
  [
    'false and zero go where the field is no pointer',
    'apps.DeploymentSpec',
    { paused: false, minReadySeconds: 0 },
    {},
  ],
  ['and stay where it is one', 'apps.DeploymentSpec', { replicas: 0 }, { replicas: 0 }],
  ['empty lists and maps go', 'core.ConfigMap', { data: {} }, {}],
  ['empty texts go', 'core.ObjectReference', { name: '' }, {}],
  [
    'a null in a map of texts is the empty text',
    'core.ConfigMap',
    { data: { a: null } },
    { data: { a: '' } },
  ],
  [
    'quantities are canonical',
    'core.ResourceRequirements',
    { limits: { cpu: '1000m' } },
    { limits: { cpu: '1' } },
  ],
  ['a port stays a number or a text', 'core.TCPSocketAction', { port: 'http' }, { port: 'http' }],
  [
    'times are in whole seconds of UTC',
    'meta.ManagedFieldsEntry',
    { time: '2026-01-01T01:00:00+01:00' },
    { time: '2026-01-01T00:00:00Z' },
  ],
])('%s', (_, struct, given, expected) => {
  const { value } = decode(types, struct, given)

  expect(value).toMatchObject(Object.fromEntries(Object.entries(expected as JsonObject)))
  const added = Object.keys(value).filter(
    (key) => Object.hasOwn(given, key) && !Object.hasOwn(expected as object, key),
  )
  expect(added).toEqual([])
})

test.each<[string, string, JsonObject, string]>([
  [
    'a text for a number',
    'apps.Deployment',
    { spec: { replicas: 'x' } },
    'cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
  ],
  [
    'a list for a map',
    'core.ConfigMap',
    { data: [] },
    'cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string',
  ],
  ['a number beyond 32 bits', 'apps.DeploymentSpec', { replicas: 2 ** 31 }, 'of type int32'],
  ['what is no quantity', 'core.ResourceRequirements', { limits: { cpu: 'lots' } }, 'quantities must match'],
  ['what is no base64', 'core.Secret', { data: { a: 'not base64!' } }, 'illegal base64 data at input byte 3'],
])('%s is refused in Go’s words', (_, struct, given, message) => {
  expect(() => decode(types, struct, given)).toThrow(message)
})

test('unknown fields are named with their place and left out', () => {
  const given = {
    spec: { template: { spec: { containers: [{ name: 'a' }, { name: 'b', imaje: 'x' }] } } },
    dota: 1,
  }

  const { value, unknown } = decode(types, 'apps.Deployment', given)

  expect(unknown).toEqual(['spec.template.spec.containers[1].imaje', 'dota'])
  expect(JSON.stringify(value)).not.toMatch(/imaje|dota/)
})

test('reading what was written changes nothing', () => {
  const container = fc.record({
    name: fc.string(),
    image: fc.string(),
    stdin: fc.boolean(),
    args: fc.array(fc.string()),
  })
  const spec = fc.record({
    replicas: fc.integer({ min: 0, max: 9 }),
    paused: fc.boolean(),
    containers: fc.array(container),
  })
  fc.assert(
    fc.property(spec, ({ containers, ...rest }) => {
      const once = decode(types, 'apps.Deployment', {
        spec: { ...rest, template: { spec: { containers } } },
      }).value

      expect(decode(types, 'apps.Deployment', once).value).toEqual(once)
    }),
  )
})

test('keys that a language takes for its own are ordinary keys', () => {
  const given: JsonObject = JSON.parse('{"data":{"__proto__":"a","constructor":"b"},"__proto__":{"x":1}}')

  const { value, unknown } = decode(types, 'core.ConfigMap', given)

  expect(JSON.stringify(value)).toBe('{"metadata":{},"data":{"__proto__":"a","constructor":"b"}}')
  expect(unknown).toEqual(['__proto__'])
})

test.each([
  ['0', '0'],
  ['1000m', '1'],
  ['0.5', '500m'],
  ['1500m', '1500m'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['512Ki', '512Ki'],
  ['100Ki', '100Ki'],
  ['1000M', '1G'],
  ['1e3', '1e3'],
  ['-2', '-2'],
  ['0.5Ki', '512'],
])('the quantity %s is %s', (given, canonical) => {
  expect(canonicalQuantity(given)).toBe(canonical)
})

test('the canonical form of a quantity has its value, and is its own canonical form', () => {
  const suffix = fc.constantFrom('', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi')
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), suffix, (number, unit) => {
      const canonical = canonicalQuantity(`${number}${unit}`) ?? ''

      expect(sameQuantity(canonical, `${number}${unit}`)).toBe(true)
      expect(canonicalQuantity(canonical)).toBe(canonical)
    }),
  )
})
