import { type Commit, sameCommit } from '../git/commit.ts'
import { commitReportedOn, type StatusSummary } from '../sync/status-summary.ts'
import { commitOf } from './entry-source.ts'
import type { Remembered } from './publish.ts'
import type { RosterEntry } from './roster.ts'
import { renderOf } from './touched.ts'

/**
 * Whether what an application follows has changed since it was last seen. What failed there is news at every commit, as
 * it is for a push: else a newer one could be green beside it.
 */
export function isNews(entry: RosterEntry, seen: StatusSummary | undefined): boolean {
  const { application, source } = entry
  if (seen === undefined) return true
  const isAnother = followed(entry).sha !== seen.commit
  if (source.kind === 'unusable' || seen.render === undefined) return isAnother
  if (renderOf(application, source) !== seen.render) return true
  return isAnother && (seen.verdict === 'failure' || seen.verdict === 'error')
}

/** Where the answer of an application belongs that no delivery speaks of. */
export function answersOn(entry: RosterEntry, seen: StatusSummary | undefined): Commit {
  const own = followed(entry)
  if (seen?.reportedOn === undefined) return own
  if (isNews(entry, seen)) return own.sha === seen.commit ? entry.declaredBy : own
  return commitReportedOn(seen.reportedOn)
}

/** Whose answer belongs on a commit and has not been recorded: until it is, nobody can say that all is well there. */
export function awaitedOn(
  entries: readonly RosterEntry[],
  on: Commit,
  remembered: ReadonlyMap<string, Remembered>,
): readonly RosterEntry[] {
  return entries.filter((entry) => {
    const seen = remembered.get(entry.application.name)?.summary
    const last = seen?.reportedOn
    const isKnown = last !== undefined && sameCommit(commitReportedOn(last), on)
    return !isKnown && isNews(entry, seen) && sameCommit(answersOn(entry, seen), on)
  })
}

function followed({ source, declaredBy }: RosterEntry): Commit {
  return commitOf(source) ?? declaredBy
}
