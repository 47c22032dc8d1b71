import type { Repository } from '../git/repository.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import { planContext } from '../report/plan-status.ts'
import { acknowledge, UnheardError } from './acknowledge.ts'
import { tellMerged } from './plan-comment.ts'
import type { Ports } from './ports.ts'
import { readRemembered, reportOn } from './publish.ts'
import type { Asked } from './trigger.ts'
import { writeCommitStatus } from './write-status.ts'

/**
 * A pull request is closed: its head is not left pending, and what the sync has told already becomes its title. Who
 * agrees to deletions on a merged one agrees to what its applications wait for now.
 */
export async function endPullRequest(
  ports: Ports,
  repository: Repository,
  pull: PullRequest,
  asked: Asked | undefined,
): Promise<void> {
  await endStatus(ports, repository, pull)
  if (pull.mergeCommit === undefined) return
  const clusters = ports.settings.clusters.map(({ name }) => name)
  const on = { repository, sha: pull.mergeCommit }
  const report = reportOn(on, [], await readRemembered(ports, clusters), [])
  if (asked?.acknowledges !== undefined) {
    const agreement = { digest: asked.acknowledges, by: asked.by }
    for (const { name } of report.applications) {
      const result = await acknowledge(ports, name, agreement)
      if (result.kind === 'could-not-find-out') throw new UnheardError(result.message)
    }
  }
  if (report.applications.length > 0) await tellMerged(ports, repository, pull.number, report)
}

async function endStatus(ports: Ports, repository: Repository, { head }: PullRequest): Promise<void> {
  const { feedback } = ports.host(repository.host)
  const statuses = (await feedback?.statuses(repository, head)) ?? []
  const isOpen = statuses.some(({ context, state }) => context === planContext && state === 'pending')
  if (!isOpen) return
  const description = 'closed before it was planned'
  if (feedback === undefined) return
  const status = { context: planContext, state: 'error', description } as const
  await writeCommitStatus(ports, feedback, { repository, sha: head }, status)
}
