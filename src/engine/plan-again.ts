import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { Match } from './run-store.ts'
import type { PushTrigger } from './trigger.ts'

/**
 * A branch has moved: what merging into it would give is another now. Its open pull requests are planned again, each
 * deciding for itself whether it changes an application that was touched. A host that cannot list them loses no sync.
 */
export async function planAgain(
  ports: Ports,
  { repository, host, ref, deliveryId }: PushTrigger,
  matches: readonly Match[],
): Promise<void> {
  const branch = /^refs\/heads\/(?<name>.+)$/.exec(ref)?.groups?.name
  const moved = matches.filter(({ touched }) => touched).map(({ application }) => application)
  const { pullRequests } = ports.host(repository.host)
  if (branch === undefined || moved.length === 0 || pullRequests === undefined) return
  try {
    for (const { number } of await pullRequests.open(repository, branch)) {
      const trigger = { kind: 'pullRequest', host, repository, number, deliveryId } as const
      await ports.queue.enqueue({ kind: 'pullRequest', trigger, moved }, 0)
    }
  } catch (error) {
    ports.log('warn', 'open pull requests could not be listed', { ref, error: problemOf(error).message })
  }
}
