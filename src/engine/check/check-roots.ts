import { sameRepository } from '../../git/repository.ts'
import type { Finding } from '../../report/check-up.ts'
import { count } from '../../report/printable.ts'
import type { ReportProblem } from '../../report/report.ts'
import { placedMessage } from '../../report/report-problem.ts'
import { hostOf } from '../../settings/host-of.ts'
import type { Root } from '../../settings.ts'
import type { RenderedSource, UnusableSource } from '../entry-source.ts'
import type { Ports } from '../ports.ts'
import type { RosterEntry, RosterProblem } from '../roster-entry.ts'
import { type Find, findingsOf } from './finding.ts'

/** What the roots declare, rendered. */
export interface Declared {
  readonly entries: readonly DeclaredEntry[]
  readonly problems: readonly RosterProblem[]
}

export type DeclaredEntry = RosterEntry & { readonly source: RenderedSource | UnusableSource }

/** Whether each root can be read, and all that it declares. */
export function checkRoots({ settings }: Ports, declared: Declared): readonly Finding[] {
  return settings.roots.flatMap((root) => checkRoot({ settings }, root, declared))
}

function checkRoot(
  { settings }: Pick<Ports, 'settings'>,
  root: Root,
  { entries, problems }: Declared,
): readonly Finding[] {
  const find = findingsOf(`roots: ${root.repository} ${root.path}`.trimEnd())
  const repository = hostOf(settings, root.repository)?.repository
  const own = entries.filter((entry) => entry.root === root)
  const ofRoot = problems.flatMap(({ at, problem }) =>
    repository !== undefined && sameRepository(at.repository, repository)
      ? [problemFinding(find, problem, '')]
      : [],
  )
  const ofApplications = own.flatMap(({ application, source }) =>
    source.kind === 'unusable' ? [problemFinding(find, source.problem, `${application.name}: `)] : [],
  )
  const found = [...ofRoot, ...ofApplications]
  const rendered = own.filter(({ source }) => source.kind === 'rendered').length
  if (own.length === 0)
    return found.length > 0 ? found : [find('note', `declares no application at ${root.revision}`)]
  return [
    find(
      rendered === own.length ? 'right' : 'note',
      `${rendered} of ${count(own.length, 'application')} can be rendered at ${root.revision}; mode ${root.mode}`,
    ),
    ...found,
  ]
}

function problemFinding(find: Find, problem: ReportProblem, before: string): Finding {
  const verdict = problem.warning === true ? 'note' : problem.retryable ? 'no-answer' : 'wrong'
  return find(verdict, `${before}${placedMessage(problem)}`)
}
