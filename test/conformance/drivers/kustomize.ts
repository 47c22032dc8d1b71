import assert from 'node:assert/strict'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { resolvePath } from '../../../src/git/path.ts'
import { printObjects } from '../../../src/render/go-yaml/print-yaml.ts'
import { type BuildOptions, buildKustomization } from '../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'
import { RenderError } from '../../../src/render/render-error.ts'
import { type Driver, type Drivers, type Row, withoutDriver } from '../row.ts'

const groups = ['examples', 'filter', 'krusty', 'merge', 'plugin', 'probe']

/** Whole builds, compared by their bytes; failures by the essence of their text. */
export const kustomizeDrivers: Drivers = Object.fromEntries(
  groups.map((group): [string, Driver] => [`kustomize/${group}`, build]),
)

interface Build {
  readonly files: { readonly [path: string]: string }
  readonly target: string
  readonly needs: readonly string[]
  /** In the order of accumulation; `expectDefault` is in kustomize's own. */
  readonly expect?: string
  readonly expectDefault?: string
  /** What a failure's text contains; empty for any failure. */
  readonly error?: string | readonly string[]
  readonly errorRegexps?: readonly string[]
  readonly verified: string
}

const unrestricted = 'option:load-restrictions-none'
/** What such rows expect comes in kustomize's own order. */
const reordered: readonly string[] = ['option:reorder-legacy', 'option:reorder-unspecified']

/** Rows that no run of kustomize has confirmed do not count, nor do those that need what is refused. */
async function build(row: Row): Promise<typeof withoutDriver | undefined> {
  const { expect, expectDefault = expect, verified, ...failure } = row as unknown as Build
  const { needs } = failure
  const isOurs = needs.every((need) => need === unrestricted || reordered.includes(need))
  if ((verified !== 'bytes' && verified !== 'error') || !isOurs) return withoutDriver
  const isReordered = needs.some((need) => reordered.includes(need))
  const answer = await answerOf(failure, isReordered ? {} : { order: 'fifo' })
  if (expect === undefined) checkFailure(answer, failure)
  else {
    assert.equal(textOf(answer), expect)
    assert.equal(textOf(await answerOf(failure, {})), expectDefault)
  }
  return undefined
}

function textOf(answer: string | RenderError): string {
  return answer instanceof RenderError ? answer.message : answer
}

async function answerOf(
  { files, target, needs }: Pick<Build, 'files' | 'target' | 'needs'>,
  options: BuildOptions,
): Promise<string | RenderError> {
  try {
    const restrictor = needs.includes(unrestricted) ? 'none' : 'root-only'
    const source = new SourceFiles(memoryTree(files), new RenderBudget(), restrictor)
    const { resources } = await buildKustomization(resolvePath('', target) ?? '', source, options)
    return printObjects(resources.map(({ object }) => object))
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

function checkFailure(
  answer: string | RenderError,
  { error = [], errorRegexps = [] }: Pick<Build, 'error' | 'errorRegexps'>,
): void {
  assert.ok(answer instanceof RenderError, 'it builds; kustomize fails')
  const text = collapse(answer.message)
  for (const essence of [error].flat().map(collapse))
    assert.ok(text.includes(essence), `${essence}\n  not in: ${text}`)
  for (const pattern of errorRegexps) assert.match(text, new RegExp(pattern))
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
