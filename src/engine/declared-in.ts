import type { DeclarationProblem } from '../apps/application.ts'
import type { Declared, ParsedDeclaration } from '../apps/declaration.ts'
import { linesOf } from '../apps/declaration-lines.ts'
import type { Commit } from '../git/commit.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import { problemOfDeclaration } from '../report/report-problem.ts'
import type { RosterProblem } from './roster-entry.ts'

export function declaredIn({ manifest, origin }: RenderedManifest, { repository }: Commit): Declared {
  return { manifest, declaredAt: { ...origin, repository } }
}

/** With the lines of its fields, where the file can be read again: else problems name the line on which it starts. */
export async function declaredWithLines(
  rendered: RenderedManifest,
  commit: Commit,
  tree: SourceTree,
): Promise<Declared> {
  const declared = declaredIn(rendered, commit)
  try {
    const { text } = await tree.read(rendered.origin.path)
    return { ...declared, lineOf: linesOf(text, rendered.origin) }
  } catch {
    return declared
  }
}

export function declarationProblem(problem: DeclarationProblem, at: RosterProblem['at']): RosterProblem {
  const { application } = problem
  return {
    at,
    problem: problemOfDeclaration(problem),
    ...(application === undefined ? {} : { application }),
  }
}

/** What is wrong with what was read, at the commit that holds it. */
export function problemsOf(parsed: ParsedDeclaration, commit: Commit): readonly RosterProblem[] {
  return parsed.kind === 'problems'
    ? parsed.problems.map((problem) => declarationProblem(problem, commit))
    : []
}
