import type { CommitSha } from '../git/commit.ts'
import { GitHostError } from '../githost/git-host-error.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import type { Ports } from './ports.ts'
import { makePreview, outlineOf } from './preview.ts'
import { problemOf } from './problem.ts'
import { startPlan, tellStatuses } from './tell-plan.ts'
import type { MergeGroupTrigger } from './trigger.ts'

/**
 * A merge queue waits for `plumbline/plan` on the commit that it would merge. What it gets is the plan of that commit
 * against the tip of the base: of everything that the queue has merged so far, as it would come out together. A group
 * that is gone asks for nothing.
 */
export async function planMergeGroup(ports: Ports, trigger: MergeGroupTrigger): Promise<void> {
  const { repository, ref, baseRef } = trigger
  const head = await tipOf(ports, trigger, ref)
  const base = await tipOf(ports, trigger, `refs/heads/${baseRef}`)
  if (head === undefined || base === undefined) return
  const { host, deliveryId } = trigger
  const job = {
    kind: 'pullRequest',
    trigger: { kind: 'pullRequest', host, repository, number: 0, deliveryId },
  } as const
  const pull = asPullRequest(baseRef, base, head)
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

async function tipOf(
  ports: Ports,
  { repository }: MergeGroupTrigger,
  ref: string,
): Promise<CommitSha | undefined> {
  try {
    return await ports.host(repository.host).resolve(repository, ref)
  } catch (error) {
    if (error instanceof GitHostError && error.code === 'not-found') return undefined
    throw error
  }
}
