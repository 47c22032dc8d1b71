import { expect, test } from 'vitest'
import { compareLocally } from '../../src/diff/local-compare.ts'
import { findAbandoned } from '../../src/diff/owned-fields.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { parseManagedFields } from '../../src/kube/managed-fields.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { anySchema } from '../../src/kube/schema.ts'

/** A Deployment with so many variables, and how often their names are read. */
function deployment(variables: number) {
  const read = { times: 0 }
  const env = Array.from({ length: variables }, (_, i) => ({
    get name() {
      read.times += 1
      return `V${i}`
    },
    value: 'x',
  }))
  const containers = [{ name: 'main', env }]
  const template = { metadata: {}, spec: { containers } }
  const object: LiveObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { template },
  }
  return { object, read }
}

function ownedBy(manager: string, variables: number) {
  const names = Array.from({ length: variables }, (_, i) => `k:{"name":"V${i}"}`)
  const env = Object.fromEntries(names.map((name) => [name, { '.': {}, 'f:name': {}, 'f:value': {} }]))
  const containers = { 'k:{"name":"main"}': { 'f:name': {}, 'f:env': env } }
  const fieldsV1 = { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': containers } } } }
  return parseManagedFields([{ manager, operation: 'Apply', apiVersion: 'apps/v1', fieldsV1 }])
}

const schema = builtinSchemas().schemaOf('apps', 'v1', 'Deployment') ?? anySchema

function reads(variables: number): number {
  const [git, live] = [deployment(variables), deployment(variables)]
  expect(compareLocally(git.object, live.object, { schema, dropsEmpty: true })).toEqual([])
  expect(findAbandoned(git.object, live.object, ownedBy('plumbline', variables), schema)).toEqual([])
  return git.read.times + live.read.times
}

test('twice the items of a list with keys are twice the work, not four times', () => {
  expect(reads(400)).toBeLessThan(2.5 * reads(200))
})

test('a list that an alias gives to two fields has the keys of each', () => {
  const shared = [{ name: 'a', containerPort: 80 }]
  const containers = [{ name: 'main', env: shared, ports: shared }]
  const object: LiveObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { template: { spec: { containers } } },
  }
  const fields = {
    'f:env': { 'k:{"name":"a"}': { 'f:name': {} } },
    'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { 'f:containerPort': {} } },
  }
  const fieldsV1 = {
    'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"main"}': fields } } } },
  }
  const owned = parseManagedFields([
    { manager: 'plumbline', operation: 'Apply', apiVersion: 'apps/v1', fieldsV1 },
  ])
  const live: LiveObject = JSON.parse(JSON.stringify(object))

  expect(findAbandoned(object, live, owned, schema)).toEqual([])
})
