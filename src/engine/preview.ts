import type { Commit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import { type MergeResult, openMergeResult } from '../githost/merge-result.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import { mapBounded } from '../map-bounded.ts'
import type { ApplicationPreview, Preview } from '../report/preview.ts'
import type { ReportProblem } from '../report/report.ts'
import { acknowledgeAhead, UnheardError } from './acknowledge.ts'
import { currentRoster } from './current-roster.ts'
import { endPullRequest } from './end-pull-request.ts'
import { distrust, mergeReading } from './merge-reading.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { type PreviewOptions, previewApplication } from './preview-application.ts'
import { problemOf } from './problem.ts'
import { problemsAt } from './publish.ts'
import { type Roster, readRoster } from './roster.ts'
import { type RosterChange, rosterChanges } from './roster-changes.ts'
import { withSharedClusters } from './shared-cluster.ts'
import { jobFor, mostTogether, othersOn, type PullRequestJob, planRest, tooMany } from './shared-head.ts'
import { createSourceReading } from './source-reading.ts'
import { isPlanned, startPlan, tellPlan } from './tell-plan.ts'
import type { Asked } from './trigger.ts'

const previewedAtOnce = 4

/**
 * The story of a pull request: what its merge would give, what that would do to the clusters, and the answer on it and on
 * all that share its head. Those are looked for as late as can be: two that are planned at once each tell of both.
 */
export async function previewPullRequest(ports: Ports, job: PullRequestJob): Promise<void> {
  const { repository, number } = job.trigger
  const pull = await ports.host(repository.host).pullRequests?.get(repository, number)
  if (pull === undefined) return
  if (pull.state === 'closed') {
    await endPullRequest(ports, repository, pull, askedOf(job, pull))
    return planRest(ports, job, pull)
  }
  const outline = outlineOf(ports, job, pull)
  if (job.moved === undefined) await startPlan(ports, outline)
  const own = await attempt(outline, () => makePreview(ports, job, pull, outline))
  if (own === undefined) return
  const { others, problems, ...rest } = await planOthers(ports, job, pull)
  const preview = { ...own.preview, problems: [...own.preview.problems, ...problems] }
  await tellPlan(
    ports,
    own.failed === undefined ? preview : own.preview,
    others.map((other) => other.preview),
  )
  throwFailed([own, rest, ...others])
}

interface Failing {
  readonly failed?: { readonly error: unknown }
}

interface Attempt extends Failing {
  readonly preview: Preview
}

interface Others extends Failing {
  readonly others: readonly Attempt[]
  /** Why these are not all. */
  readonly problems: readonly ReportProblem[]
}

/** What fails is told as well. */
async function attempt(
  outline: Preview,
  make: () => Promise<Preview | undefined>,
): Promise<Attempt | undefined> {
  try {
    const preview = await make()
    return preview && { preview }
  } catch (error) {
    return { preview: { ...outline, problems: [problemOf(error)] }, failed: { error } }
  }
}

/** All that share the head. Where they cannot be listed, what the head would say of itself alone may be wrong. */
async function planOthers(ports: Ports, job: PullRequestJob, pull: PullRequest): Promise<Others> {
  try {
    const listed = await othersOn(ports, { ...job.trigger, head: pull.head })
    const planned = await mapBounded(listed.slice(0, mostTogether - 1), 1, (other) =>
      planOther(ports, jobFor(job, other), other),
    )
    return { others: planned.filter((one) => one !== undefined), problems: tooMany(listed) }
  } catch (error) {
    return { others: [], problems: [problemOf(error)], failed: { error } }
  }
}

/** Undefined where it was closed or has got another head since it was listed. */
async function planOther(
  ports: Ports,
  job: PullRequestJob,
  listed: PullRequest,
): Promise<Attempt | undefined> {
  const { repository, number } = job.trigger
  return attempt(outlineOf(ports, job, listed), async () => {
    const pull = await ports.host(repository.host).pullRequests?.get(repository, number)
    if (pull === undefined || pull.state === 'closed' || pull.head !== listed.head) return undefined
    return makePreview(ports, job, pull, outlineOf(ports, job, pull))
  })
}

/** One that trying again may mend comes first: then all of them are tried again. */
function throwFailed(parts: readonly Failing[]): void {
  const failed = parts.flatMap((one) => one.failed ?? [])
  const [thrown] = [...failed.filter(({ error }) => problemOf(error).retryable), ...failed]
  if (thrown !== undefined) throw thrown.error
}

/** Everything of a preview that is known before anything was rendered. */
export function outlineOf(ports: Ports, job: PullRequestJob, pull: PullRequest): Preview {
  const { number, head, baseRef, base = head, draft, fork } = pull
  const isOpen = (!draft && !fork) || askedOf(job, pull) !== undefined
  return {
    installation: ports.settings.installation,
    repository: job.trigger.repository,
    number,
    head,
    baseRef,
    base,
    at: new Date(ports.now()).toISOString(),
    depth: isOpen ? 'full' : 'rendered',
    draft,
    fork,
    needsUpdate: [],
    applications: [],
    skipped: [],
    problems: [],
  }
}

/** Undefined where the plan that was told before still stands. */
export async function makePreview(
  ports: Ports,
  job: PullRequestJob,
  pull: PullRequest,
  outline: Preview,
): Promise<Preview | undefined> {
  const { repository } = job.trigger
  const reading = createSourceReading(ports)
  const tip = await reading.commit(repository, `refs/heads/${pull.baseRef}`)
  const preview = { ...outline, base: tip.sha }
  if (pull.mergeBase === undefined) return { ...preview, problems: [unrelated(pull)] }
  const sides = { base: tip.sha, head: pull.head, ancestor: pull.mergeBase }
  const merge = await openMergeResult(ports.host(repository.host), repository, sides, ports.objects)
  if (merge.conflicts.length > 0) return { ...preview, needsUpdate: merge.conflicts }
  const base = await currentRoster(ports, reading)
  const merging = mergeReading(reading, { name: pull.baseRef, tip }, merge)
  const isTrusted = !pull.fork || preview.depth === 'full'
  const asMerged = isTrusted ? merging : distrust(ports, merging, merge, base)
  const merged = await readRoster(ports, asMerged, base.projects)
  const { changes, skipped } = await rosterChanges(base, merged, ports.pause)
  if (!isMoved(job, changes) && (await isPlanned(ports, preview))) return undefined
  const looking = withSharedClusters(ports)
  const owners = { base: ownersOf(looking, base), head: ownersOf(looking, merged) }
  const options = { depth: preview.depth, owners }
  const applications = await mapBounded(changes, previewedAtOnce, (change) =>
    previewAcknowledged({ ports, looking }, change, options, askedOf(job, pull)),
  )
  refuseUnseen(applications, askedOf(job, pull))
  ports.log('info', 'a pull request was planned', {
    repository: formatRepository(repository),
    number: pull.number,
    head: pull.head,
    delivery: job.trigger.deliveryId,
    applications: applications.map(({ name }) => name),
  })
  return { ...preview, applications, skipped, problems: newProblems(base, tip, merged, merge) }
}

/** A base that moved without any of its applications leaves the plan as it was. */
function isMoved({ moved }: PullRequestJob, changes: readonly RosterChange[]): boolean {
  const names = changes.map(
    (change) => (change.kind === 'removed' ? change.base : change.head).application.name,
  )
  return moved === undefined || names.some((name) => moved.includes(name))
}

/** What was asked for by a comment, while the head is still the one that it was written about. */
function askedOf({ trigger }: PullRequestJob, { head }: PullRequest): Asked | undefined {
  return trigger.asked?.head === head ? trigger.asked : undefined
}

/** An acknowledgement is kept where the merge result waits for exactly that; then it is planned with it. */
async function previewAcknowledged(
  { ports, looking }: { readonly ports: Ports; readonly looking: Ports },
  change: RosterChange,
  options: PreviewOptions,
  asked: Asked | undefined,
): Promise<ApplicationPreview> {
  const preview = await previewApplication(looking, change, options)
  const { digest, given = true } = preview.acknowledgement ?? {}
  if (asked?.acknowledges === undefined || given || digest !== asked.acknowledges) return preview
  const entry = change.kind === 'removed' ? change.base : change.head
  const isKept = await acknowledgeAhead(ports, entry, { digest, by: asked.by })
  return isKept ? previewApplication(ports, change, options) : preview
}

/** An acknowledgement of what may wait where nothing could be found out is not dropped: it is tried again. */
function refuseUnseen(applications: readonly ApplicationPreview[], asked: Asked | undefined): void {
  const digest = asked?.acknowledges
  if (digest === undefined || applications.some(({ acknowledgement }) => acknowledgement?.digest === digest))
    return
  const passing = applications.flatMap(({ problems }) => problems).find(({ retryable }) => retryable)
  if (passing !== undefined) throw new UnheardError(passing.message)
}

function unrelated({ head, baseRef }: PullRequest): ReportProblem {
  const message = `${head} and ${baseRef} have no commit in common; branch off from ${baseRef} again`
  return { code: 'unrelated-histories', message, turn: 'author', retryable: false }
}

/** What was wrong with the base before is not the pull request's to answer for. */
function newProblems(
  base: Roster,
  tip: Commit,
  merged: Roster,
  merge: MergeResult,
): readonly ReportProblem[] {
  const known = new Set(problemsAt(base, tip).map(textOf))
  return problemsAt(merged, merge.commit).filter((problem) => !known.has(textOf(problem)))
}

function textOf({ code, message, file, field }: ReportProblem): string {
  return JSON.stringify([code, message, file, field])
}
