import { expect, test } from 'vitest'
import type { IgnoreRule } from '../../src/apps/application.ts'
import { ignoredFor } from '../../src/diff/ignore.ts'
import { maskDesired } from '../../src/diff/mask-desired.ts'
import { ownMarks } from '../../src/diff/own-marks.ts'
import { respectIgnored } from '../../src/diff/respect-ignored.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { parsePathExpression } from '../../src/kube/jq/parse-path-expression.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { maskLive } from '../../src/kube/masking.ts'
import { groupOf, keyOf, versionOf } from '../../src/kube/object-key.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import { mask } from './compare-case.ts'

function sentOf(git: string, live: string, rule: Partial<IgnoreRule> & { jq?: string }): Manifest {
  const manifest = parseYamlValue(git).value as Manifest
  const found = maskLive(parseYamlValue(live).value as unknown as LiveObject, mask)
  const parsed = rule.jq === undefined ? undefined : parsePathExpression(rule.jq)
  const { apiVersion, kind } = manifest
  const schema = builtinSchemas().schemaOf(groupOf(apiVersion), versionOf(apiVersion), kind)
  const rules = [
    {
      group: '*',
      kind: '*',
      jsonPointers: [],
      managers: [],
      expressions: parsed?.kind === 'expression' ? [parsed.expression] : [],
      ...rule,
    },
  ]
  return respectIgnored({
    manifest,
    git: maskDesired(manifest, mask),
    live: found,
    ignored: ignoredFor(rules, keyOf(manifest)),
    marks: ownMarks({ trackingLabel: { key: 'owner', method: 'annotation+label' } }),
    options: { schema: schema ?? anySchema, dropsEmpty: schema !== undefined },
  })
}

function deployment(spec: string, managedFields = ''): string {
  return `{apiVersion: apps/v1, kind: Deployment, metadata: {name: till, namespace: shop${managedFields}}, spec: ${spec}}`
}

function owned(
  ...entries: readonly (readonly [manager: string, operation: string, fields: string])[]
): string {
  const list = entries.map(
    ([manager, operation, fields]) =>
      `{manager: ${manager}, operation: ${operation}, apiVersion: apps/v1, fieldsV1: ${fields}}`,
  )
  return `, managedFields: [${list.join(', ')}]`
}

const replicas = '{"f:spec": {"f:replicas": {}, "f:paused": {}}}'
const pointer = { jsonPointers: ['/spec/replicas'] }

test.each<[string, string, string]>([
  ['nobody owns', '', '{paused: true}'],
  ['another manager owns', owned(['hpa', 'Update', replicas]), '{paused: true}'],
  [
    'another manager owns beside us',
    owned(['plumbline', 'Apply', replicas], ['hpa', 'Update', replicas]),
    '{paused: true}',
  ],
  ['we alone own', owned(['plumbline', 'Apply', replicas]), '{replicas: 5, paused: true}'],
])('an ignored field that %s', (_, managedFields, spec) => {
  const sent = sentOf(
    deployment('{replicas: 2, paused: true}'),
    deployment('{replicas: 5, paused: false}', managedFields),
    pointer,
  )

  expect(sent.spec).toEqual(parseYamlValue(spec).value)
})

test('an ignored field that we alone own and Git dropped is sent until somebody else owns it', () => {
  const sent = sentOf(
    deployment('{}'),
    deployment('{replicas: 5}', owned(['plumbline', 'Apply', replicas])),
    pointer,
  )

  expect(sent.spec).toEqual({ replicas: 5 })
})

const web =
  '{"f:spec": {"f:template": {"f:spec": {"f:containers": {\'k:{"name":"web"}\': {".": {}, "f:name": {}, "f:image": {}, "f:command": {}}}}}}}'
const pods = (containers: string, managedFields = '') =>
  deployment(`{template: {spec: {containers: ${containers}}}}`, managedFields)

test('a field of an item is kept by the key of its item, wherever that stands', () => {
  const sent = sentOf(
    pods('[{name: web, image: "web:1", command: [run]}]'),
    pods(
      '[{name: sidecar, image: "proxy:1"}, {name: web, image: "web:7", command: [walk]}]',
      owned(['plumbline', 'Apply', web]),
    ),
    { jq: '.spec.template.spec.containers[] | select(.name == "web") | .image' },
  )

  expect(sent).toMatchObject(
    parseYamlValue(pods('[{name: web, image: "web:7", command: [run]}]')).value as object,
  )
})

test('an ignored field that tells an item apart is sent with it, as the same in Git and in the cluster', () => {
  const sent = sentOf(
    pods('[{name: web, image: "web:2"}]'),
    pods('[{name: web, image: "web:1"}]', owned(['plumbline', 'Apply', web])),
    { jq: '.spec.template.spec.containers[].name' },
  )

  expect(sent.spec).toEqual(
    parseYamlValue('{template: {spec: {containers: [{name: web, image: "web:2"}]}}}').value,
  )
})

test('a whole item that we alone own is sent as it is live', () => {
  const sent = sentOf(
    pods('[{name: other}, {name: web, image: "web:1"}]'),
    pods('[{name: web, image: "web:7", command: [walk]}]', owned(['plumbline', 'Apply', web])),
    { jq: '.spec.template.spec.containers[] | select(.name == "web")' },
  )

  expect(sent).toMatchObject(
    parseYamlValue(pods('[{name: other}, {name: web, image: "web:7", command: [walk]}]')).value as object,
  )
})

test('what is ignored in a list that is a whole is sent as it is live, with the rest as Git says', () => {
  const git = '{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, spec: {list: [{a: 1, b: 1}]}}'
  const same =
    '{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, spec: {list: [{x: 0}, {a: 9, b: 1}]}}'
  const other = '{apiVersion: example.com/v1, kind: Thing, metadata: {name: a}, spec: {list: [{a: 9, b: 7}]}}'

  expect(sentOf(git, same, { jq: '.spec.list[] | (select(.x == 0), .a)' }).spec).toEqual({
    list: [{ x: 0 }, { a: 9, b: 1 }],
  })
  expect(sentOf(git, other, { jsonPointers: ['/spec/list/0/a'] }).spec).toEqual({ list: [{ a: 9, b: 1 }] })
})

test('what a named manager owns and differs is left out', () => {
  const live = deployment(
    '{replicas: 5, paused: true}',
    owned(
      ['hpa', 'Update', '{"f:spec": {"f:replicas": {}}}'],
      ['plumbline', 'Apply', '{"f:spec": {"f:paused": {}}}'],
    ),
  )

  expect(sentOf(deployment('{replicas: 2, paused: true}'), live, { managers: ['hpa'] }).spec).toEqual({
    paused: true,
  })
})

test('a secret value that we alone own is sent as Git says', () => {
  const secret = (value: string, managedFields = '') =>
    `{apiVersion: v1, kind: Secret, metadata: {name: key, namespace: shop${managedFields}}, data: {key: ${value}}}`
  const own = owned(['plumbline', 'Apply', '{"f:data": {"f:key": {}}}'])

  expect(sentOf(secret('bmV3'), secret('b2xk', own), { jsonPointers: ['/data/key'] }).data).toEqual({
    key: 'bmV3',
  })
  expect(sentOf(secret('bmV3'), secret('b2xk'), { jsonPointers: ['/data/key'] }).data).toEqual({})
})

test.each(['/metadata', '/metadata/name', '/metadata/namespace', '/apiVersion', '/kind'])(
  'what says which object it is is sent, also where a rule names %s',
  (path) => {
    const sent = sentOf(deployment('{replicas: 2}'), deployment('{replicas: 3}'), { jsonPointers: [path] })

    expect(sent).toMatchObject({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'till', namespace: 'shop' },
      spec: { replicas: 2 },
    })
  },
)

test.each(['/metadata', '/metadata/annotations', '/metadata/annotations/argocd.argoproj.io~1tracking-id'])(
  'what says whose it is is sent as Git says, also where a rule names %s',
  (path) => {
    const marked = (application: string, more = ''): string => {
      const id = `argocd.argoproj.io/tracking-id: "${application}:apps/Deployment:shop/till"`
      const metadata = `name: till, namespace: shop, labels: {owner: ${application}}, annotations: {${id}}${more}`
      return `{apiVersion: apps/v1, kind: Deployment, metadata: {${metadata}}, spec: {replicas: 2}}`
    }
    const fields = '{"f:labels": {"f:owner": {}}, "f:annotations": {"f:argocd.argoproj.io/tracking-id": {}}}'
    const live = marked('old', owned(['plumbline', 'Apply', `{"f:metadata": ${fields}}`]))

    const { metadata } = sentOf(marked('new'), live, { jsonPointers: [path] })

    expect(metadata).toMatchObject({
      labels: { owner: 'new' },
      annotations: { 'argocd.argoproj.io/tracking-id': 'new:apps/Deployment:shop/till' },
    })
  },
)
