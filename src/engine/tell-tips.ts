import type { Commit } from '../git/commit.ts'
import { commitStatuses } from '../report/commit-status.ts'
import { endPassedUnlessTold } from './end-passed.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { problemsAt, publish, type Remembered, reportOn } from './publish.ts'
import type { Roster } from './roster.ts'

/**
 * The tip of each root ends with the status that its applications' records give, though whoever began to answer there
 * died, or never heard of the push. Only for a moment at which all of them have been looked at.
 */
export async function tellTips(
  ports: Ports,
  roster: Roster,
  remembered: ReadonlyMap<string, Remembered>,
): Promise<void> {
  for (const tip of new Map(roster.tips.map((one) => [one.sha, one])).values()) {
    const report = reportOn(tip, [], remembered, problemsAt(roster, tip))
    const [aggregate] = commitStatuses(report)
    if (aggregate === undefined) continue
    if ((await stateOn(ports, tip, aggregate.context)) === aggregate.state) continue
    if (await endPassedUnlessTold(ports, tip)) await publish(ports, report)
  }
}

/** Whatever cannot be read is left as it is until the next pass. */
async function stateOn(
  ports: Ports,
  { repository, sha }: Commit,
  context: string,
): Promise<string | undefined> {
  const { feedback } = ports.host(repository.host)
  if (feedback === undefined) return undefined
  try {
    const standing = await feedback.statuses(repository, sha)
    return standing.find((one) => one.context === context)?.state
  } catch (error) {
    ports.log('error', 'the statuses of a commit could not be read', {
      commit: sha,
      error: problemOf(error).message,
    })
    return undefined
  }
}
