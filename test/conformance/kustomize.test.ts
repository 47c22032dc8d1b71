import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryTree } from '../../src/git/memory-tree.ts'
import { resolvePath } from '../../src/git/path.ts'
import type { Json, JsonObject } from '../../src/kube/json.ts'
import { parseYaml } from '../../src/kube/yaml.ts'
import { buildKustomization } from '../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../src/render/render-budget.ts'
import { RenderError } from '../../src/render/render-error.ts'

interface Row {
  readonly id: string
  readonly files: { readonly [path: string]: string }
  readonly target: string
  readonly needs: readonly string[]
  readonly features: readonly string[]
  readonly expect?: string
  readonly error?: string | readonly string[]
  readonly verified: string
}

const corpus = process.env.KUSTOMIZE_CORPUS ?? '../shared/corpus/kustomize.jsonl'

const supported: ReadonlySet<string> = new Set([
  'resources',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'namePrefix',
  'nameSuffix',
  'namespace',
  'labels',
  'commonLabels',
  'commonAnnotations',
  'images',
  'replicas',
  'configMapGenerator',
  'secretGenerator',
  'generatorOptions',
  'crd-object',
  'local-config',
  'metadata',
  '$patch',
  'smp-directive',
])

/** Rows that are not met yet. One that is met is red here until it is taken out. */
const gaps: ReadonlyMap<string, string> = new Map([
  ...[
    'merge/merge2/TestMerge/merge_primitive_items',
    "merge/merge2/TestMerge/no_infer_merge_keys_merge_using_explicit_schema_as_line_comment'",
  ].map((id): [string, string] => [id, 'schemas in comments']),
  ...['probe/yaml/scalars', 'probe/json6902/big-and-float'].map((id): [string, string] => [
    id,
    'large integers',
  ]),
  ...[
    'probe/errors/duplicate-field',
    'probe/input/json-escaped-slash',
    'probe/input/tab-after-dash',
    'probe/yaml/block-styles-in',
    'probe/yaml/bool-keys',
    'probe/yaml/control-character-raw',
    'probe/yaml/directive',
    'probe/yaml/explicit-tags',
    'probe/yaml/flow-input',
    'probe/yaml/flow-is-read-differently',
    'probe/yaml/int-keys',
    'probe/yaml/keys-odd',
    'probe/yaml/quoted-merge-key',
    'probe/yaml/set-and-omap',
    'probe/yaml/unicode',
    'probe/yaml/unicode-raw',
    'probe/yaml/unprintable-c1',
    'probe/yaml/unprintable-delete',
  ].map((id): [string, string] => [id, 'what go-yaml takes for YAML']),
])

function readRows(): readonly Row[] {
  if (!existsSync(corpus)) return []
  return readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line))
    .filter((row) => row.verified === 'bytes' || row.verified === 'error')
    .filter((row) => row.needs.length === 0 && row.features.every((feature) => supported.has(feature)))
}

const rows = readRows()
const named = (row: Row): [string, Row] => [row.id, row]
const met = rows.filter((row) => !gaps.has(row.id)).map(named)
const unmet = rows.filter((row) => gaps.has(row.id)).map(named)

test.skipIf(!existsSync(corpus))('the corpus has rows', () => {
  expect(met.length).toBeGreaterThan(500)
})

test.each(met)('%s', (_, row) => check(row))

test.fails.each(unmet)('%s', (_, row) => check(row))

async function check(row: Row): Promise<void> {
  const build = buildRow(row)
  if (row.expect === undefined) {
    await expect(build).rejects.toBeInstanceOf(RenderError)
    return
  }
  expect(await build).toEqual(parseYaml(row.expect).map((document) => document.value))
}

async function buildRow(row: Row): Promise<readonly JsonObject[]> {
  const files = new SourceFiles(memoryTree(row.files), new RenderBudget())
  const resources = await buildKustomization(resolvePath('', row.target) ?? '', files)
  return resources.map(({ object }) => object satisfies Json)
}
