import assert from 'node:assert/strict'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { resolvePath } from '../../../src/git/path.ts'
import { parseYaml } from '../../../src/kube/yaml.ts'
import { buildKustomization } from '../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'
import { RenderError } from '../../../src/render/render-error.ts'
import { type Driver, type Drivers, type Row, withoutDriver } from '../row.ts'

const groups = ['examples', 'filter', 'krusty', 'merge', 'plugin', 'probe']

/** Whole builds, compared by value. */
export const kustomizeDrivers: Drivers = Object.fromEntries(
  groups.map((group): [string, Driver] => [`kustomize/${group}`, build]),
)

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

interface Build {
  readonly files: { readonly [path: string]: string }
  readonly target: string
  readonly needs?: readonly string[]
  readonly features?: readonly string[]
  readonly expect?: string
  readonly verified?: string
}

/** Rows that no run of kustomize has confirmed do not count. */
async function build(row: Row): Promise<typeof withoutDriver | undefined> {
  const { files, target, needs = [], features = [], expect, verified = 'bytes' } = row as unknown as Build
  const isConfirmed = verified === 'bytes' || verified === 'error'
  const isDriven = needs.length === 0 && features.every((feature) => supported.has(feature))
  if (!isConfirmed || !isDriven) return withoutDriver
  const objects = objectsOf(files, target)
  if (expect === undefined) await assert.rejects(objects, RenderError)
  else
    assert.deepEqual(
      await objects,
      parseYaml(expect).map((document) => document.value),
    )
  return undefined
}

async function objectsOf(files: Build['files'], target: string): Promise<readonly unknown[]> {
  const source = new SourceFiles(memoryTree(files), new RenderBudget())
  const resources = await buildKustomization(resolvePath('', target) ?? '', source)
  return resources.map(({ object }) => object)
}
