import type { CommitSha } from '../git/commit.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import type { Ports } from './ports.ts'
import { makePreview, outlineOf } from './preview.ts'
import { problemOf } from './problem.ts'
import { commitIfAny, createSourceReading } from './source-reading.ts'
import { startPlan, tellStatuses } from './tell-plan.ts'
import type { MergeGroupTrigger } from './trigger.ts'

/**
 * A merge queue waits for `plumbline/plan` on the commit that it would merge. What it gets is the plan of that commit
 * against the tip of the base: of everything that the queue has merged so far, as it would come out together. A group
 * that is gone asks for nothing.
 */
export async function planMergeGroup(ports: Ports, trigger: MergeGroupTrigger): Promise<void> {
  const { repository, ref, baseRef } = trigger
  const reading = createSourceReading(ports)
  const head = await commitIfAny(reading, repository, ref)
  const base = await commitIfAny(reading, repository, `refs/heads/${baseRef}`)
  if (head === undefined || base === undefined) return
  const { host, deliveryId } = trigger
  const job = {
    kind: 'pullRequest',
    trigger: { kind: 'pullRequest', host, repository, number: 0, deliveryId },
  } as const
  const pull = asPullRequest(baseRef, base.sha, head.sha)
  const outline = outlineOf(ports, job, pull)
  await startPlan(ports, outline)
  const made = await makePreview(ports, job, pull, outline).catch((error: unknown) => ({ error }))
  if (made === undefined) return
  if (!('error' in made)) return tellStatuses(ports, made)
  await tellStatuses(ports, { ...outline, problems: [problemOf(made.error)] })
  throw made.error
}

/** The queue's commit has the base in it, so that merging it gives that commit's own files. */
function asPullRequest(baseRef: string, base: CommitSha, head: CommitSha): PullRequest {
  const open = { number: 0, state: 'open', merged: false, draft: false, fork: false } as const
  return { ...open, head, baseRef, base, mergeBase: base }
}
