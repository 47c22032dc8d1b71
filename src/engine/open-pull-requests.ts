import { formatRepository, type Repository } from '../git/repository.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import { mapBounded } from '../map-bounded.ts'
import { planContext, plannedTogether } from '../report/plan-status.ts'
import type { Swept, UnplannedPullRequest } from '../report/swept.ts'
import { hostOf } from '../settings/host-of.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { Job } from './queue.ts'
import type { Roster } from './roster.ts'
import { mostTogether } from './shared-head.ts'

const readAtOnce = 4

/**
 * Open pull requests into a followed branch whose head was never told of, is still waiting for its plan, has one that
 * could not be found out, or has the plan of more or fewer pull requests than have it now, are given to the queue, one
 * for each head. A repository that cannot be asked for them is among the problems, and hinders no other.
 */
export async function planOpenPullRequests(
  ports: Ports,
  roster: Roster,
): Promise<Pick<Swept, 'pullRequests' | 'problems'>> {
  const found = await mapBounded(followedBranches(ports, roster), readAtOnce, (followed) =>
    unplannedOrProblem(ports, followed),
  )
  const pullRequests = found.flatMap((one) => one.pullRequests)
  for (const one of pullRequests) await ports.queue.enqueue(jobOf(one), 0)
  return { pullRequests, problems: found.flatMap((one) => one.problems) }
}

/** To plan what a sweep has found. No base has moved: a plan that was made meanwhile stands, and so does its status until then. */
export function jobOf({ repository, number }: UnplannedPullRequest): Extract<Job, { kind: 'pullRequest' }> {
  const { host } = repository
  return {
    kind: 'pullRequest',
    moved: [],
    trigger: { kind: 'pullRequest', host, repository, number, deliveryId: 'sweep' },
  }
}

async function unplannedOrProblem(
  ports: Ports,
  followed: Followed,
): Promise<Pick<Swept, 'pullRequests' | 'problems'>> {
  const { repository } = followed
  try {
    const unplanned = await unplannedIn(ports, followed)
    return { pullRequests: unplanned.map(({ number }) => ({ repository, number })), problems: [] }
  } catch (error) {
    const problem = problemOf(error)
    const name = formatRepository(repository)
    ports.log('error', 'open pull requests could not be read', { repository: name, error: problem.message })
    const message = `open pull requests of ${name} could not be read: ${problem.message}`
    return { pullRequests: [], problems: [{ ...problem, message }] }
  }
}

interface Followed {
  readonly repository: Repository
  /** Revisions as they are written. */
  readonly revisions: ReadonlySet<string>
}

function followedBranches({ settings }: Ports, { entries }: Roster): readonly Followed[] {
  const roots = settings.roots.map(({ repository, revision }) => ({ url: repository, revision }))
  const sources = entries.map(({ application: { source } }) => ({
    url: source.repoURL,
    revision: source.targetRevision,
  }))
  const found = new Map<string, { repository: Repository; revisions: Set<string> }>()
  for (const { url, revision } of [...roots, ...sources]) {
    const repository = hostOf(settings, url)?.repository
    if (repository === undefined) continue
    const key = formatRepository(repository)
    const known = found.get(key) ?? { repository, revisions: new Set() }
    known.revisions.add(revision)
    found.set(key, known)
  }
  return [...found.values()]
}

async function unplannedIn(
  ports: Ports,
  { repository, revisions }: Followed,
): Promise<readonly PullRequest[]> {
  const { pullRequests, feedback } = ports.host(repository.host)
  if (pullRequests === undefined || feedback === undefined) return []
  const open = await pullRequests.open(repository)
  const into = open.filter(({ baseRef }) =>
    ['HEAD', baseRef, `refs/heads/${baseRef}`].some((name) => revisions.has(name)),
  )
  const heads = [...new Map(into.toReversed().map((one) => [one.head, one])).values()].toReversed()
  const found = await mapBounded(heads, readAtOnce, async (pullRequest) => {
    const standing = await feedback.statuses(repository, pullRequest.head)
    const plan = standing.find(({ context }) => context === planContext)
    if (plan === undefined || plan.state === 'pending' || plan.state === 'error') return [pullRequest]
    const sharing = open.filter(({ head }) => head === pullRequest.head).length
    return plannedTogether(plan) === Math.min(sharing, mostTogether) ? [] : [pullRequest]
  })
  return found.flat()
}
