import { expect, test } from 'vitest'
import { parsePathExpression } from '../../../src/kube/jq/parse-path-expression.ts'
import { PathExpressionTooCostly, placesOf } from '../../../src/kube/jq/places.ts'
import type { LiveMap } from '../../../src/kube/manifest.ts'
import { Masked } from '../../../src/kube/masked.ts'
import { parseYamlValue } from '../../../src/kube/yaml.ts'

const deployment = `
kind: Deployment
metadata: { name: web, annotations: { "a.b/c": x, plain: "yes" } }
spec:
  replicas: 3
  paused: false
  template:
    spec:
      containers:
        - { name: web, image: "registry.example.com/web:1", args: [--verbose, --port=80], env: [{ name: A, value: "1" }, { name: B, value: "2" }] }
        - { name: sidecar, image: "injected/proxy:2" }
`

function read(text: string): LiveMap {
  return parseYamlValue(text).value as LiveMap
}

function placesIn(object: LiveMap, text: string): readonly string[] {
  const parsed = parsePathExpression(text)
  if (parsed.kind === 'problem') throw new Error(parsed.message)
  return placesOf(object, parsed.expression).map((steps) => steps.join('/'))
}

const web = 'spec/template/spec/containers/0'
const sidecar = 'spec/template/spec/containers/1'

test.each<[string, readonly string[]]>([
  ['.spec.replicas', ['spec/replicas']],
  ['.spec["replicas"]', ['spec/replicas']],
  ['.spec."replicas"', ['spec/replicas']],
  ['.["spec"].replicas', ['spec/replicas']],
  ['.metadata.annotations["a.b/c"]', ['metadata/annotations/a.b/c']],
  ['.spec.nothing', []],
  ['.spec.nothing.below[0].that', []],
  ['.kind.below', []],
  ['.kind[]', []],
  ['.spec.template.spec.containers[0].image', [`${web}/image`]],
  ['.spec.template.spec.containers[-1].image', [`${sidecar}/image`]],
  ['.spec.template.spec.containers[7].image', []],
  ['.spec.template.spec.containers[].image', [`${web}/image`, `${sidecar}/image`]],
  ['.spec.template.spec.initContainers[]?.image', []],
  ['.spec.template.spec.initContainers[].image', []],
  ['.spec.replicas, .spec.paused', ['spec/replicas', 'spec/paused']],
  ['.spec | .replicas, .paused', ['spec/replicas', 'spec/paused']],
  ['.spec | (.replicas, .paused)', ['spec/replicas', 'spec/paused']],
  ['(.spec, .metadata).name', ['metadata/name']],
  ['.metadata.annotations[]', ['metadata/annotations/a.b/c', 'metadata/annotations/plain']],
  ['.spec.template.spec.containers[] | select(.name == "sidecar")', [sidecar]],
  ['.spec.template.spec.containers[] | select(.name != "sidecar") | .image', [`${web}/image`]],
  ['.spec.template.spec.containers[] | select(.image | test("^injected/"))', [sidecar]],
  ['.spec.template.spec.containers[] | select(.image | test("^INJECTED/"; "i"))', [sidecar]],
  ['.spec.template.spec.containers[] | select(.image | startswith("injected/"))', [sidecar]],
  ['.spec.template.spec.containers[] | select(.image | endswith(":1"))', [web]],
  ['.spec.template.spec.containers[] | select(has("env"))', [web]],
  ['.spec.template.spec.containers[] | select(has("env") | not)', [sidecar]],
  ['.spec.template.spec.containers[] | select(.env)', [web]],
  ['.spec.template.spec.containers[] | select(.env == null)', [sidecar]],
  ['.spec.template.spec.containers[] | select(.args | contains(["verbose"]))', [web]],
  ['.spec.template.spec.containers[] | select(contains({name: "side"}))', [sidecar]],
  ['.spec.template.spec.containers[] | select(.env[]?.name == "B")', [web]],
  [
    '.spec.template.spec.containers[] | select(.name == "web" and (.image | test("web"))) | .env[] | select(.name == "B").value',
    [`${web}/env/1/value`],
  ],
  ['.spec.template.spec.containers[] | select(.name == "a" or .name == "web")', [web]],
  ['.. | select(. == "injected/proxy:2")', [`${sidecar}/image`]],
  ['..|.image?', [`${web}/image`, `${sidecar}/image`]],
  ['.spec | select(.replicas > 2) | .replicas', ['spec/replicas']],
  ['.spec | select(.replicas <= 2) | .replicas', []],
  ['.spec | select(.replicas >= -1).replicas', ['spec/replicas']],
  ['.spec.replicas, .spec.replicas', ['spec/replicas']],
  ['select(.kind == "Deployment") | .spec.replicas', ['spec/replicas']],
  ['select(.kind == "Deployment")', []],
])('%s', (text, expected) => {
  expect(placesIn(read(deployment), text)).toEqual(expected)
})

test('a condition finds out nothing of a masked value', () => {
  const secret = { kind: 'Secret', data: { password: new Masked('digest'), other: 'x' } }

  for (const condition of [
    '.data.password == "guess"',
    '.data.password != "guess"',
    '.data.password > "a"',
    '.data.password | test(".*")',
    '.data.password | startswith("g")',
    '.data.password | contains("g")',
    '.data == {password: "guess", other: "x"}',
  ]) {
    expect(placesIn(secret, `.data.other | select(true)`), condition).toEqual(['data/other'])
    expect(placesIn(secret, `select(${condition}) | .data.other`), condition).toEqual([])
    expect(placesIn(secret, `select(${condition} | not) | .data.other`), condition).toEqual([])
  }
})

test('names that every object of the language has are ordinary', () => {
  const object = JSON.parse('{"spec":{"__proto__":{"a":1},"constructor":2}}')

  expect(placesIn(object, '.spec.__proto__.a')).toEqual(['spec/__proto__/a'])
  expect(placesIn(object, '.spec.constructor')).toEqual(['spec/constructor'])
  expect(placesIn(object, '.spec.toString')).toEqual([])
  expect(placesIn(object, 'select(.spec | has("toString")) | .spec')).toEqual([])
})

test('work that grows faster than the object ends with an error', () => {
  const items = Array.from({ length: 1000 }, (_, at) => ({ at }))

  expect(() => placesIn({ items }, '.items[] | select(.. == ..)')).not.toThrow()
  expect(() => placesIn({ items }, 'select(.items[].at == .items[].at) | .items')).toThrow(
    PathExpressionTooCostly,
  )
  expect(() => placesIn({ items }, '..|select(..|select(..|select(..|select(.. == 1))))')).not.toThrow()
})
