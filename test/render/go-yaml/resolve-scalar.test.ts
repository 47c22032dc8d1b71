import { expect, test } from 'vitest'
import { resolveManifestScalar, resolveYaml11 } from '../../../src/render/go-yaml/resolve-scalar.ts'

test.each([
  ['yes', true],
  ['Off', false],
  ['n', false],
  ['nope', 'nope'],
  ['3.10', 3.1],
  ['2020-01-01', '2020-01-01'],
])('a kustomization file reads %s as %j', (source, expected) => {
  expect(resolveYaml11(source)).toBe(expected)
})

test.each([
  ['yes', 'yes'],
  ['2020-01-01', '2020-01-01T00:00:00Z'],
  ['2020-1-2', '2020-01-02T00:00:00Z'],
  ['2020-01-01 10:20:30', '2020-01-01T10:20:30Z'],
  ['2020-01-01t10:20:30.50+02:00', '2020-01-01T10:20:30.5+02:00'],
  ['2020-01-01T10:20:30+00:00', '2020-01-01T10:20:30Z'],
  ['2020-02-30', '2020-02-30'],
  ['2020-13-01', '2020-13-01'],
  ['2020-01-01T10:20:30', '2020-01-01T10:20:30'],
  ['2024-02-29', '2024-02-29T00:00:00Z'],
])('a manifest reads %s as %j', (source, expected) => {
  expect(resolveManifestScalar(source)).toBe(expected)
})
