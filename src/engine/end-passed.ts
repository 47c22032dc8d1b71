import type { Commit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import type { CommitStatus, Feedback } from '../githost/feedback.ts'
import { isStartedStatus, passedStatus, syncContext } from '../report/commit-status.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { writeCommitStatus } from './write-status.ts'

/** A push of more commits than this hides what was left open below it. */
const mostPassed = 20

/**
 * A handler that dies right after it announced a commit leaves nothing but that announcement: where the branch went on
 * meanwhile, it ends as superseded. Looked for once for each tip, before the tip's own answer: as long as that is open,
 * whoever dies here is followed by another one. No record is needed for it.
 */
export async function endPassed(
  ports: Pick<Ports, 'settings'>,
  feedback: Feedback,
  tip: Commit,
): Promise<void> {
  for (const commit of await announcedBelow(feedback, tip))
    await writeCommitStatus(ports, feedback, commit, passedStatus(tip))
}

/** The same where the tip may have its answer already; false where it could not be found out. */
export async function endPassedUnlessTold(ports: Ports, tip: Commit): Promise<boolean> {
  const { repository, sha } = tip
  const feedback = ports.host(repository.host).feedback
  try {
    if (feedback !== undefined && !isTold(await standingOn(feedback, tip)))
      await endPassed(ports, feedback, tip)
    return true
  } catch (error) {
    ports.log('warn', 'commits that were passed could not be ended', {
      repository: formatRepository(repository),
      commit: sha,
      error: problemOf(error).message,
    })
    return !problemOf(error).retryable
  }
}

/** Oldest first, so that one who dies in between hides none from the next. */
async function announcedBelow(feedback: Feedback, tip: Commit): Promise<readonly Commit[]> {
  const announced: Commit[] = []
  let at = tip
  for (let steps = 0; steps < mostPassed; steps++) {
    const [parent] = await feedback.parents(at.repository, at.sha)
    if (parent === undefined) break
    at = { ...at, sha: parent }
    const standing = await standingOn(feedback, at)
    if (isTold(standing)) break
    if (standing !== undefined) announced.unshift(at)
  }
  return announced
}

/** Whoever told it had looked below it before. */
function isTold(status: CommitStatus | undefined): boolean {
  return status !== undefined && !isStartedStatus(status)
}

async function standingOn(
  feedback: Feedback,
  { repository, sha }: Commit,
): Promise<CommitStatus | undefined> {
  const statuses = await feedback.statuses(repository, sha)
  return statuses.find(({ context }) => context === syncContext)
}
