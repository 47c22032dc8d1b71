import { type Commit, type CommitSha, sameCommit } from '../git/commit.ts'
import { type Repository, sameRepository } from '../git/repository.ts'
import type { CommitStatus } from '../githost/feedback.ts'
import { GitHostError } from '../githost/git-host-error.ts'
import { mapBounded } from '../map-bounded.ts'
import { isStartedStatus, startedStatus } from '../report/commit-status.ts'
import { makeReport } from '../report/make-report.ts'
import { hostOf } from '../settings/host-of.ts'
import { type Assignment, answer } from './answer.ts'
import { currentRoster } from './current-roster.ts'
import { endPassed } from './end-passed.ts'
import { commitOf } from './entry-source.ts'
import { isGone } from './leave-undeclared.ts'
import { matchFacts } from './match-facts.ts'
import { recallAll } from './orphans.ts'
import { planAgain } from './plan-again.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { clustersOf, problemsAt, publish, type Remembered, recall, reportOn, tell } from './publish.ts'
import type { Job } from './queue.ts'
import { type Roster, type RosterEntry, refuseGaps } from './roster.ts'
import type { Match } from './run-store.ts'
import { commitIfAny, createSourceReading, type SourceReading } from './source-reading.ts'
import { matchPush } from './touched.ts'
import { writeCommitStatus } from './write-status.ts'

type PushJob = Extract<Job, { kind: 'push' }>

const matchedAtOnce = 8
const staleReadSeconds = 5
const staleReads = 6

/** The story of a push: which commit, which applications, what became of each, and the answer on the commit. */
export async function deploy(ports: Ports, job: PushJob): Promise<void> {
  const { trigger } = job
  const reading = createSourceReading(ports)
  const head = await commitIfAny(reading, trigger.repository, trigger.ref)
  if (head === undefined) return leaveTrace(ports, job, [])
  if (head.sha === trigger.before && (job.staleReads ?? 0) < staleReads) return readAgain(ports, job)
  try {
    const standing = await announce(ports, reading, head)
    await deployHead(ports, reading, job, { head, standing })
  } catch (error) {
    await sayWhy(ports, head, error)
    throw error
  }
}

interface Head {
  readonly head: Commit
  /** What was said there of it as a whole before this call. */
  readonly standing: CommitStatus | undefined
}

async function deployHead(
  ports: Ports,
  reading: SourceReading,
  job: PushJob,
  { head, standing }: Head,
): Promise<void> {
  const roster = await currentRoster(ports, reading)
  const isEmpty = roster.entries.length === 0
  const { of: seen } = await (isEmpty ? recallAll(ports, roster) : recall(ports, clustersOf(roster)))
  const matches = await mapBounded(roster.entries, matchedAtOnce, (entry) =>
    matchPush(entry, job.trigger, head, seen.get(entry.application.name)?.summary, reading),
  )
  await leaveTrace(ports, job, matches)
  await askToLeave(ports, roster, seen, job.trigger.deliveryId)
  const assignments = roster.entries.flatMap((entry, at): readonly Assignment[] =>
    matches[at]?.touched === true ? [{ entry, on: reportCommit(entry, head) }] : [],
  )
  await answer(ports, roster, assignments, {
    asked: false,
    mayWrite: true,
    deliveryId: job.trigger.deliveryId,
  })
  await planAgain(ports, job.trigger, matches)
  const isAnswered = assignments.some(({ on }) => on === head)
  const problems = problemsAt(roster, head)
  if (!isAnswered && (problems.length > 0 || roster.tips.some((tip) => sameCommit(tip, head)))) {
    const report = reportOn(head, [], seen, problems)
    // Of an application that has gone with its declaration nothing is known any more but what was said.
    const saysNothing = report.applications.length === 0 && problems.length === 0
    if (!saysNothing || standing?.state !== 'success') await tell(ports, report)
  }
  refuseGaps(roster, head.repository)
}

/** Whatever is declared no more, and is to go with its declaration, is seen to soon and not only by the next sweep. */
async function askToLeave(
  ports: Ports,
  roster: Roster,
  seen: ReadonlyMap<string, Remembered>,
  deliveryId: string,
): Promise<void> {
  for (const [application, { summary }] of seen) {
    if (summary.deletion !== undefined && isGone(roster, application))
      await ports.queue.enqueue({ kind: 'continue', application, deliveryId }, 0)
  }
}

/** The answer belongs on the pushed commit where that declares or holds what changed, else on the application's own. */
function reportCommit({ source, declaredBy }: RosterEntry, head: Commit): Commit {
  const commit = commitOf(source)
  const isHead = [commit, declaredBy].some((one) => one?.sha === head.sha)
  return isHead || commit === undefined ? head : commit
}

/** A replica that lags still gives the commit from before the push: ask again, and leave it to the sweep in the end. */
async function readAgain(ports: Ports, job: PushJob): Promise<void> {
  await ports.queue.enqueue({ ...job, staleReads: (job.staleReads ?? 0) + 1 }, staleReadSeconds)
}

/**
 * The first write, before anything is rendered; only where a root says that the commit matters. What stood there before.
 */
async function announce(
  ports: Ports,
  reading: SourceReading,
  head: Commit,
): Promise<CommitStatus | undefined> {
  const feedback = ports.host(head.repository.host).feedback
  if (feedback === undefined || !(await isHeadOfRoot(ports, reading, head))) return undefined
  const status = startedStatus()
  const known = await feedback.statuses(head.repository, head.sha)
  const own = known.find(({ context }) => context === status.context)
  if (own !== undefined && !isStartedStatus(own)) return own
  if (own === undefined) await writeCommitStatus(ports, feedback, head, status)
  await endPassed(ports, feedback, head)
  return undefined
}

async function isHeadOfRoot(ports: Ports, reading: SourceReading, head: Commit): Promise<boolean> {
  for (const { repository, revision } of ports.settings.roots) {
    const hosted = hostOf(ports.settings, repository)
    if (hosted === undefined || !sameRepository(hosted.repository, head.repository)) continue
    if ((await tipOf(reading, hosted.repository, revision)) === head.sha) return true
  }
  return false
}

/** Undefined where it cannot be found out; the roster says why. */
async function tipOf(
  reading: SourceReading,
  repository: Repository,
  revision: string,
): Promise<CommitSha | undefined> {
  try {
    return (await reading.commit(repository, revision)).sha
  } catch (error) {
    if (error instanceof GitHostError) return undefined
    throw error
  }
}

async function leaveTrace(ports: Ports, { trigger }: PushJob, applications: readonly Match[]): Promise<void> {
  const receivedAt = new Date(ports.now()).toISOString()
  const facts = matchFacts(applications)
  ports.log('info', 'a push was matched', { delivery: trigger.deliveryId, ref: trigger.ref, ...facts })
  await ports.runs.saveTrace({ deliveryId: trigger.deliveryId, receivedAt, trigger, applications })
}

/** Whatever ended the job early stands on the commit, so that it does not stay pending. */
async function sayWhy(ports: Ports, head: Commit, error: unknown): Promise<void> {
  const problems = [problemOf(error)]
  await publish(
    ports,
    makeReport({ repository: head.repository, commit: head.sha, applications: [], problems }),
  )
}
