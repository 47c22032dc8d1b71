import type { Commit } from '../git/commit.ts'
import type { StatusSummary } from '../sync/status-record.ts'
import type { RosterEntry } from './roster.ts'
import { renderDigest } from './touched.ts'

/** Whether what an application follows has changed since it was last seen. */
export function isNews(entry: RosterEntry, seen: StatusSummary | undefined): boolean {
  const { source } = entry
  if (seen === undefined) return true
  if (source.kind === 'rendered' && seen.render !== undefined) {
    return renderDigest(source.rendered) !== seen.render
  }
  return followed(entry).sha !== seen.commit
}

/** Where the answer of an application belongs that no delivery speaks of. */
export function answersOn(entry: RosterEntry, seen: StatusSummary | undefined): Commit {
  const own = followed(entry)
  if (seen?.reportedOn === undefined) return own
  if (isNews(entry, seen)) return own.sha === seen.commit ? entry.declaredBy : own
  const { sha, ...repository } = seen.reportedOn
  return { repository, sha }
}

function followed({ source, declaredBy }: RosterEntry): Commit {
  return source.kind === 'rendered' ? source.rendered.commit : (source.commit ?? declaredBy)
}
