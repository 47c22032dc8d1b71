import type { CommitSha } from '../../src/git/commit.ts'
import { until } from './processes.ts'
import type { CommitStatus, WalkWorld } from './walk-world.ts'

export interface HostedComment {
  readonly id: number
  readonly body: string
}

/** Opens a pull request of a branch into main; its number. */
export async function openPullRequest({ repository }: WalkWorld, branch: string): Promise<number> {
  const opened = await repository.api('POST', '/pulls', { head: branch, base: 'main', title: branch })
  return (opened as { number: number }).number
}

export async function say({ repository }: WalkWorld, number: number, body: string): Promise<void> {
  await repository.api('POST', `/issues/${number}/comments`, { body })
}

/** Merges it as people do, and gives the commit that this made. */
export async function merge({ repository }: WalkWorld, number: number): Promise<CommitSha> {
  await until('Gitea has checked that it can be merged', async () => {
    const pull = await repository.api('GET', `/pulls/${number}`)
    return (pull as { mergeable: boolean }).mergeable
  })
  await repository.api('POST', `/pulls/${number}/merge`, { Do: 'merge' })
  await repository.pull('main')
  const pull = await repository.api('GET', `/pulls/${number}`)
  return (pull as { merge_commit_sha: CommitSha }).merge_commit_sha
}

/** Plumbline's own comments, by their marker. */
export async function plans({ repository }: WalkWorld, number: number): Promise<readonly HostedComment[]> {
  const comments = await repository.api('GET', `/issues/${number}/comments`)
  return (comments as readonly HostedComment[]).filter(({ body }) => body.startsWith('<!-- plumbline-plan '))
}

/** The only plan of a pull request, once it says so. */
export async function planThatSays(world: WalkWorld, number: number, text: string): Promise<string> {
  let found: readonly HostedComment[] = []
  await until(
    `a plan that says ${text}`,
    async () => {
      found = await plans(world, number)
      return found.some(({ body }) => body.includes(text))
    },
    90_000,
  )
  const [plan, ...more] = found
  if (plan === undefined || more.length > 0) throw new Error(`there are ${found.length} plans`)
  return plan.body
}

/** `plumbline/plan` of a head, once it has ended as expected. */
export async function planEnds(
  world: WalkWorld,
  head: CommitSha,
  state: 'success' | 'failure' | 'error',
): Promise<CommitStatus> {
  let status: CommitStatus | undefined
  await until(
    `plumbline/plan is ${state}`,
    async () => {
      status = (await world.statuses(head)).find(({ context }) => context === 'plumbline/plan')
      return status?.status === state
    },
    90_000,
  )
  if (status === undefined) throw new Error('there is no plan')
  return status
}
