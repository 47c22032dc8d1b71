import { formatRepository, type Repository } from '../git/repository.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import { mapBounded } from '../map-bounded.ts'
import { planContext } from '../report/plan-status.ts'
import { hostOf } from '../settings/host-of.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { Roster } from './roster.ts'

const readAtOnce = 4

/** Open pull requests into a followed branch whose head was never told of, or is still waiting for its plan, are planned. */
export async function planOpenPullRequests(ports: Ports, roster: Roster): Promise<void> {
  for (const followed of followedBranches(ports, roster)) {
    const { repository } = followed
    try {
      const unplanned = await unplannedIn(ports, followed)
      for (const { number } of unplanned) {
        const trigger = { kind: 'pullRequest', host: repository.host, repository, number } as const
        await ports.queue.enqueue({ kind: 'pullRequest', trigger: { ...trigger, deliveryId: 'sweep' } }, 0)
      }
    } catch (error) {
      ports.log('error', 'open pull requests could not be read', {
        repository: formatRepository(repository),
        error: problemOf(error).message,
      })
    }
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
  const found = await mapBounded(into, readAtOnce, async (pullRequest) => {
    const standing = await feedback.statuses(repository, pullRequest.head)
    const plan = standing.find(({ context }) => context === planContext)
    return plan === undefined || plan.state === 'pending' ? [pullRequest] : []
  })
  return found.flat()
}
