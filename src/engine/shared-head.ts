import type { PullRequest } from '../githost/pull-requests.ts'
import type { Preview } from '../report/preview.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Ports } from './ports.ts'
import type { Job } from './queue.ts'

/** Pull requests of one head that are planned together; anybody with a fork can open many. */
export const mostTogether = 10

export type PullRequestJob = Extract<Job, { kind: 'pullRequest' }>

/** All other open pull requests that have this one's head, by number: a host keeps its statuses by head, for all of them. */
export async function othersOn(
  ports: Ports,
  { repository, number, head }: Pick<Preview, 'repository' | 'number' | 'head'>,
): Promise<readonly PullRequest[]> {
  const open = (await ports.host(repository.host).pullRequests?.open(repository)) ?? []
  return open
    .filter((one) => one.head === head && one.number !== number)
    .toSorted((a, b) => a.number - b.number)
}

/** The same work for another pull request: what was asked for on this one, and what moved beneath it, is not theirs. */
export function jobFor({ trigger }: PullRequestJob, { number }: PullRequest): PullRequestJob {
  const { kind, host, repository, deliveryId } = trigger
  return { kind: 'pullRequest', trigger: { kind, host, repository, number, deliveryId } }
}

/** A pull request is closed: what it said on its head is no part of the plan of those that are still open. */
export async function planRest(ports: Ports, job: PullRequestJob, closed: PullRequest): Promise<void> {
  const [next] = await othersOn(ports, { ...job.trigger, head: closed.head })
  if (next !== undefined) await ports.queue.enqueue(jobFor(job, next), 0)
}

export function tooMany(others: readonly PullRequest[]): readonly ReportProblem[] {
  if (others.length < mostTogether) return []
  const message = `${others.length + 1} open pull requests have this head, and ${mostTogether} are planned together; close some`
  return [{ code: 'shared-head', message, turn: 'author', retryable: false }]
}
