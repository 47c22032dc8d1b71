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

/** Whole builds, compared by value; failures by the essence of their text. */
export const kustomizeDrivers: Drivers = Object.fromEntries(
  groups.map((group): [string, Driver] => [`kustomize/${group}`, build]),
)

interface Build {
  readonly files: { readonly [path: string]: string }
  readonly target: string
  readonly needs: readonly string[]
  readonly expect?: string
  /** What a failure's text contains; empty for any failure. */
  readonly error?: string | readonly string[]
  readonly errorRegexps?: readonly string[]
  readonly verified: string
}

/** Rows that no run of kustomize has confirmed do not count, nor do those that need what is refused. */
async function build(row: Row): Promise<typeof withoutDriver | undefined> {
  const { files, target, needs, expect, verified, ...failure } = row as unknown as Build
  if ((verified !== 'bytes' && verified !== 'error') || needs.length > 0) return withoutDriver
  const answer = await answerOf(files, target)
  if (isUnsupported(answer)) return withoutDriver
  if (expect === undefined) checkFailure(answer, failure)
  else {
    const expected = parseYaml(expect).map((document) => document.value)
    assert.deepEqual(answer instanceof RenderError ? answer.message : answer, expected)
  }
  return undefined
}

/** What is only refused so far. */
function isUnsupported(answer: readonly unknown[] | RenderError): boolean {
  return answer instanceof RenderError && answer.problems.some(({ code }) => code === 'unsupported')
}

async function answerOf(files: Build['files'], target: string): Promise<readonly unknown[] | RenderError> {
  try {
    const source = new SourceFiles(memoryTree(files), new RenderBudget())
    const resources = await buildKustomization(resolvePath('', target) ?? '', source)
    return resources.map(({ object }) => object)
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

function checkFailure(
  answer: readonly unknown[] | RenderError,
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
