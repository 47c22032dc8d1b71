import { formatRepository } from '../git/repository.ts'
import { mapBounded } from '../map-bounded.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Swept, UnplannedPullRequest } from '../report/swept.ts'
import { jobOf } from './open-pull-requests.ts'
import type { Ports } from './ports.ts'
import { previewPullRequest } from './preview.ts'
import { problemOf } from './problem.ts'
import { sweep } from './sweep.ts'

const plannedAtOnce = 4

/** A pass for somebody whose queue drops what it is given: pull requests are planned in it, what has to wait is left. */
export async function sweepNow(ports: Ports): Promise<Swept> {
  const swept = await sweep(ports, { inTurn: false })
  const failed = await mapBounded(swept.pullRequests, plannedAtOnce, (one) => planNow(ports, one))
  return { ...swept, problems: [...swept.problems, ...failed.flat()] }
}

async function planNow(ports: Ports, pull: UnplannedPullRequest): Promise<readonly ReportProblem[]> {
  try {
    await previewPullRequest(ports, jobOf(pull))
    return []
  } catch (error) {
    const problem = problemOf(error)
    const name = `pull request ${pull.number} of ${formatRepository(pull.repository)}`
    return [{ ...problem, message: `${name} could not be planned: ${problem.message}` }]
  }
}
