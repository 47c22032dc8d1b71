import { describe, expect, it } from 'vitest'
import { memoryTree } from '../../../../src/git/memory-tree.ts'
import { buildKustomization } from '../../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../../../src/render/render-budget.ts'

const objects = `apiVersion: v1
kind: Secret
metadata: {name: source}
stringData: {password: s3cret, port: "8080", list: [a, b]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: target, labels: {a: b}}
data: {own: a, list: [a, b], deep: {a: x}, url: http://host:80/path, n: 1, flag: true, config: '{"a": {"port": 1}}', none: null, nested: '{"a": "{b: 1}"}'}
`

async function warningsOf(entry: string): Promise<readonly string[]> {
  const all = { 'kustomization.yaml': `resources: [o.yaml]\nreplacements:\n${entry}`, 'o.yaml': objects }
  const { warnings } = await buildKustomization('', new SourceFiles(memoryTree(all), new RenderBudget()))
  return warnings
}

async function build(entry: string, files: { readonly [path: string]: string } = {}): Promise<unknown> {
  const all = {
    'kustomization.yaml': `resources: [o.yaml]\nreplacements:\n${entry}`,
    'o.yaml': objects,
    ...files,
  }
  const { resources } = await buildKustomization('', new SourceFiles(memoryTree(all), new RenderBudget()))
  return resources.find(({ id }) => id.kind === 'ConfigMap')?.object
}

function copying(field: string, to: string, options = '{}'): string {
  return `- source: {kind: Secret, fieldPath: stringData.${field}}
  targets: [{select: {kind: ConfigMap}, fieldPaths: ["${to}"], options: ${options}}]
`
}

describe('a replacement', () => {
  it('copies the text of a scalar and leaves the type that the target has', async () => {
    expect(await build(copying('port', 'data.n'))).toMatchObject({ data: { n: 8080 } })
    expect(await build(copying('port', 'data.url'))).toMatchObject({ data: { url: '8080' } })
  })

  it('gives a field that it makes the type of the text', async () => {
    expect(await build(copying('port', 'data.new', '{create: true}'))).toMatchObject({ data: { new: 8080 } })
  })

  it('sets one part between delimiters', async () => {
    const options = '{delimiter: "/", index: 2}'
    expect(await build(copying('port', 'data.url', options))).toMatchObject({
      data: { url: 'http://8080/path' },
    })
  })

  it('writes into a text of JSON', async () => {
    expect(await build(copying('port', 'data.config.a.port'))).toMatchObject({
      data: { config: '{"a":{"port":8080}}' },
    })
  })

  it.each([
    ['nothing', '""', 'm:\nn: 1'],
    ['a number', '"1.10"', 'm: 1.10\nn: 1'],
  ])('puts %s in the place of a map in a text of YAML as it is written', async (_, source, note) => {
    const text = '"m: {}\\nn: 1"'
    const entry = `- {sourceValue: ${text}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.own]}]}\n- {sourceValue: ${source}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.own.m]}]}\n`
    expect(await build(entry)).toMatchObject({ data: { own: note } })
  })

  it.each([
    ['a part of a bool', '{kind: ConfigMap, fieldPath: data.flag, options: {delimiter: r}}', 't'],
    ['a part of nothing', '{kind: ConfigMap, fieldPath: data.n, options: {delimiter: "1"}}', ''],
  ])('copies %s as text', async (_, source, url) => {
    const entry = `- source: ${source}\n  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.url]}]\n`
    expect(await build(entry)).toMatchObject({ data: { url } })
  })

  it('copies a constant that is no number of JSON as text', async () => {
    const entry = '- sourceValue: ".inf"\n  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.url]}]\n'
    expect(await build(entry)).toMatchObject({ data: { url: '.inf' } })
  })

  it('copies what the source holds by then, where it is a target itself', async () => {
    const entry = `- source: {kind: ConfigMap, fieldPath: data.own}
  targets:
  - {select: {kind: ConfigMap}, fieldPaths: [data.own, data.own], options: {delimiter: ":", index: 9}}
  - {select: {kind: ConfigMap}, fieldPaths: [data.url], options: {delimiter: ":", index: -1}}
`
    const data = await build(entry)
    expect(data).toMatchObject({ data: { own: 'a:a:a:a', url: 'a:a:a:a:http://host:80/path' } })
  })

  it('grows with every target that is its own source, in a list too, until a cap', async () => {
    const entry = (count: number) => `- source: {kind: ConfigMap, fieldPath: data.list.0}
  targets: [{select: {kind: ConfigMap}, fieldPaths: [${Array(count).fill('"data.list.*"').join()}], options: {delimiter: ":", index: 1}}]
`
    expect(await build(entry(1))).toMatchObject({ data: { list: ['a:a', 'b:a:a'] } })
    await expect(build(entry(60))).rejects.toMatchObject({ code: 'too-large' })
  })

  it('copies what stood there when what is around it is written over', async () => {
    const entry = `- source: {kind: ConfigMap, fieldPath: data.deep.a}
  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.deep, data.url]}]
`
    expect(await build(entry)).toMatchObject({ data: { deep: 'x', url: 'x' } })
  })

  it('takes numbers for text in a file of its own, and passes over what it does not know', async () => {
    const file = 'sourceValue: 5\nnote: x\ntargets: [{select: {kind: ConfigMap}, fieldPaths: [data.url]}]\n'
    expect(await build('- path: r.yaml\n', { 'r.yaml': file })).toMatchObject({ data: { url: '5' } })
  })

  it.each([
    ['a list copied into a text', copying('list', 'data.url'), 'leaves it empty'],
    ['a field made below null', copying('port', 'data.none.x', '{create: true}'), 'is not set'],
    ['a text inside a text', copying('port', 'data.nested.a.b'), 'is not set'],
  ])('warns of %s, where kustomize says nothing', async (_, entry, loss) => {
    const [warning, ...others] = await warningsOf(entry)
    expect(warning).toMatch(
      /^kustomization\.yaml:\d+: replacements\[0\]\.targets\[0\]\.fieldPaths\[0\]: ConfigMap/,
    )
    expect(warning).toContain(loss)
    expect(others).toEqual([])
  })

  it.each([
    ['a word where a number stands', copying('password', 'data.n'), 'cannot decode !!str as a !!int'],
    ['a field that is missing', copying('password', 'data.gone'), 'unable to find field "data.gone"'],
    [
      'a map of which a part is wanted',
      copying('password', 'data', '{delimiter: "/"}'),
      'only be used with scalar',
    ],
    [
      'a source that two objects are',
      '- source: {version: v1}\n  targets: []\n',
      'multiple matches for selector [noKind].v1.[noGrp]/[noName].[noNs]',
    ],
    ['no target', '- source: {kind: Secret}\n', 'must specify a source and at least one target'],
    [
      'a pattern that is none',
      '- sourceValue: a\n  targets: [{select: {name: "("}}]\n',
      'targets[0].select.name: error parsing regexp',
    ],
    ['a list key without a value', copying('password', 'data.[x]'), 'list path element must contain'],
    [
      'a made element that its own pattern does not match',
      copying('password', 'spec.l.[name=^x$y].v', '{create: true}'),
      'does not match',
    ],
  ])('is an error for %s, which never tells the value', async (_, entry, message) => {
    const error = await build(entry).catch((caught: unknown) => caught)
    expect(String(error)).toContain(message)
    expect(String(error)).toContain('kustomization.yaml:')
    expect(String(error)).not.toContain('s3cret')
  })
})
