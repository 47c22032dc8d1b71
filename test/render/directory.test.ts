import { expect, test } from 'vitest'
import { renderErrorOf, renderFiles } from '../support/render-files.ts'

function named(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`
}

async function namesOf(...args: Parameters<typeof renderFiles>): Promise<readonly unknown[]> {
  return (await renderFiles(...args)).manifests.map(({ manifest }) => manifest.metadata.name)
}

const tree = {
  'b.yaml': named('b'),
  'a/x.yml': named('ax'),
  'a/deep/y.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"ady"}}',
  'z.txt': named('z'),
  'Q.YAML': named('q'),
}

test.each([
  ['the top only', { recurse: false }, ['b']],
  ['all below, in the order of the paths', { recurse: true }, ['ady', 'ax', 'b']],
  ['what is included', { recurse: true, include: 'a/*' }, ['ady', 'ax']],
  ['what is not excluded', { recurse: true, exclude: '*.json' }, ['ax', 'b']],
  ['exclusion before inclusion', { recurse: true, include: '*.yml', exclude: 'a/*' }, []],
  ['either of two names', { recurse: true, include: '{b.yaml,*y.json}' }, ['ady', 'b']],
])('a directory gives %s', async (_, directory, expected) => {
  expect(await namesOf(tree, { directory })).toEqual(expected)
})

test.each([
  ['values: 1\n', []],
  ['just text', []],
  ['broken: [', []],
  [`${named('a')}---\nvalues: 1\n`, 'error'],
  [`apiVersion: v1\nkind: ConfigMap\nmetadata: [\n`, 'error'],
  ['apiVersin: v1\nkind: ConfigMap\nmetadata: { name: a }\n', 'error'],
  ['apiVersion: v1\nknd: ConfigMap\nmetadata: { name: a }\n', 'error'],
  ['apiVersion: v1\nkind: ConfigMap\nmetdata: { name: a }\n', 'error'],
  ['apiVersin: v1\nkind: ConfigMap\nmetadata: [\n', 'error'],
  ['kind: of blue\n', []],
  ['', []],
  ['# +argocd:skip-file-rendering\napiVersion: 1\nkind: [\nmetadata:\n', []],
])('YAML is an error only when it means to be manifests: %j', async (text, expected) => {
  if (expected === 'error') expect((await renderErrorOf({ 'f.yaml': text })).subject.file).toBe('f.yaml')
  else expect(await namesOf({ 'f.yaml': text })).toEqual(expected)
})

test.each([
  ['two objects', `${JSON.stringify({ a: 1 })}\n---\n{}`],
  ['no object', '{"name": "package"}'],
  ['no JSON', '{"a": '],
])('a JSON file with %s is an error', async (_, text) => {
  expect((await renderErrorOf({ 'f.json': text })).code).toBe('invalid')
})

test('lists are taken apart, also in lists', async () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n- ${named('a').replaceAll('\n', '\n  ')}\n- kind: List\n  apiVersion: v1\n  items:\n  - ${named('b').replaceAll('\n', '\n    ')}\n`

  expect(await namesOf({ 'l.yaml': list })).toEqual(['a', 'b'])
})

test('a malformed glob is an error at the declaration', async () => {
  const error = await renderErrorOf({}, { directory: { recurse: false, include: '[' } })

  expect(error.subject).toEqual({ file: 'apps/shop.yaml', line: 1, field: 'spec.source.directory.include' })
})

test('yes is text and keys may have any name', async () => {
  const rendered = await renderFiles({
    'a.yaml': `${named('a')}data: { answer: yes, __proto__: text, constructor: text }\n`,
  })

  expect(JSON.stringify(rendered.manifests[0]?.manifest.data)).toBe(
    '{"answer":"yes","__proto__":"text","constructor":"text"}',
  )
})
