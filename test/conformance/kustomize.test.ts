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

test.skipIf(rows.length === 0).each(rows.map((row): [string, Row] => [row.id, row]))('%s', async (_, row) => {
  const build = buildRow(row)

  if (row.expect === undefined) {
    await expect(build).rejects.toBeInstanceOf(RenderError)
    return
  }
  expect(await build).toEqual(parseYaml(row.expect).map((document) => document.value))
})

async function buildRow(row: Row): Promise<readonly JsonObject[]> {
  const files = new SourceFiles(memoryTree(row.files), new RenderBudget())
  const resources = await buildKustomization(resolvePath('', row.target) ?? '', files)
  return resources.map(({ object }) => object satisfies Json)
}
