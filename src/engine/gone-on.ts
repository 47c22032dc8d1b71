import { GitHostError } from '../githost/git-host-error.ts'
import { commitOf } from './entry-source.ts'
import type { Ports } from './ports.ts'
import type { RosterEntry } from './roster.ts'

/** A call reads its tips no longer ago than this, and clocks are no further apart. */
const readingSeconds = 300

/**
 * Whether what an application follows has gone on since this call read it, so that another one may know better. Git is
 * asked again only where somebody wrote (`at`, RFC 3339) since the tip may have been read. False where it cannot be asked.
 */
export async function hasGoneOn(
  ports: Ports,
  { application, source }: RosterEntry,
  at: string,
): Promise<boolean> {
  const commit = commitOf(source)
  if (commit === undefined || Date.parse(at) < ports.now() - readingSeconds * 1000) return false
  try {
    const { repository, sha } = commit
    return (await ports.host(repository.host).resolve(repository, application.source.targetRevision)) !== sha
  } catch (error) {
    if (error instanceof GitHostError) return false
    throw error
  }
}
