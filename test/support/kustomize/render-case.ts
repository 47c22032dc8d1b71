import { memoryTree } from '../../../src/git/memory-tree.ts'
import { printObjects } from '../../../src/render/go-yaml/print-yaml.ts'
import { buildKustomization } from '../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'
import { RenderError } from '../../../src/render/render-error.ts'
import type { KustomizeCase } from './random-case.ts'

export type Built = { readonly output: string } | { readonly error: string }

/** What our own renderer makes of a case; anything but a result or a `RenderError` is thrown. */
export async function renderCase({ files, target }: KustomizeCase): Promise<Built> {
  try {
    const source = new SourceFiles(memoryTree(files), new RenderBudget())
    const { resources } = await buildKustomization(target, source)
    return { output: printObjects(resources.map(({ object }) => object)) }
  } catch (error) {
    if (error instanceof RenderError) return { error: error.message }
    throw error
  }
}
