import { type Commit, shortSha } from '../git/commit.ts'
import type { CommitStatus } from '../githost/feedback.ts'
import { count, printable, shorten } from './printable.ts'
import type { ApplicationReport, Report, ReportProblem, Verdict } from './report.ts'
import { placedMessage } from './report-problem.ts'
import { isWorse, verdictOfProblem } from './verdict.ts'

export const syncContext = 'plumbline/sync'

/** GitHub’s limit, and the shortest of all hosts. Reference: githosts section 1.5. */
const longest = 140

/** With more applications than this only the aggregate is written; hosts count writes. */
const mostOwnStatuses = 20

/** The first write of every job: something has begun, nothing is known yet. */
export function startedStatus(): CommitStatus {
  return { context: syncContext, state: 'pending', description: 'reading what this commit declares' }
}

export function isStartedStatus({ context, state, description }: CommitStatus): boolean {
  const started = startedStatus()
  return context === started.context && state === started.state && description === started.description
}

/** Of a commit that was announced and never decided, since another one came. */
export function passedStatus(by: Pick<Commit, 'sha'>): CommitStatus {
  return { context: syncContext, state: 'error', description: supersededText(by) }
}

export function syncFailedText(why: string): string {
  return `the sync failed: ${why}`
}

export function supersededText({ sha }: Pick<Commit, 'sha'>): string {
  return `superseded by ${shortSha(sha)} before its end was recorded`
}

/** What a report says on its commit: the aggregate first, then one status for each application. */
export function commitStatuses(report: Report): readonly CommitStatus[] {
  const aggregate = status(syncContext, report.verdict, describeReport(report))
  if (report.applications.length > mostOwnStatuses) return [aggregate]
  return [aggregate, ...report.applications.map(applicationStatus)]
}

function applicationStatus(report: ApplicationReport): CommitStatus {
  return status(applicationContext(report), report.verdict, report.summary)
}

/** The context of what one application says. */
export function applicationContext({ cluster, name }: Pick<ApplicationReport, 'cluster' | 'name'>): string {
  return printable(`${syncContext}: ${cluster}/${name}`)
}

/** What one application came to on a commit, as its statuses there say. */
export function standingEnd(
  statuses: readonly CommitStatus[],
  application: Pick<ApplicationReport, 'cluster' | 'name'>,
): Pick<ApplicationReport, 'verdict' | 'summary'> | undefined {
  const own = statuses.find(({ context }) => context === applicationContext(application))
  if (own !== undefined)
    return own.state === 'pending' ? undefined : { verdict: own.state, summary: own.description }
  return areToldTogether(statuses, ['success'])
    ? { verdict: 'success', summary: 'Synced and Healthy' }
    : undefined
}

/**
 * Of more applications than have statuses of their own only the aggregate is written, which begins with their number: when
 * that has ended, each of them was told in it.
 */
export function areToldTogether(
  statuses: readonly CommitStatus[],
  as: readonly Verdict[] = ['success', 'failure', 'error'],
): boolean {
  const all = statuses.find(({ context }) => context === syncContext)
  const isAlone = !statuses.some(({ context }) => context.startsWith(`${syncContext}: `))
  if (all === undefined || !isAlone || !as.includes(all.state)) return false
  return Number.parseInt(all.description, 10) > mostOwnStatuses
}

function status(context: string, state: Verdict, text: string): CommitStatus {
  return { context, state, description: shorten(printable(text), longest) }
}

function describeReport({ applications, problems }: Report): string {
  const blocking = problems.filter((problem) => problem.warning !== true)
  const worstProblem = worst(blocking, verdictOfProblem)
  const worstApplication = worst(applications, (application) => application.verdict)
  const counts = describeCounts(applications, blocking)
  if (worstProblem && !isWorse(worstApplication?.verdict ?? 'success', verdictOfProblem(worstProblem))) {
    return `${counts}; ${placedMessage(worstProblem)}`
  }
  if (!worstApplication) return 'this commit changes no application'
  if (worstApplication.verdict === 'success') return `${counts}: Synced and Healthy`
  return `${counts}; ${worstApplication.name}: ${worstApplication.summary}`
}

const words: readonly (readonly [Verdict, string])[] = [
  ['error', 'not known'],
  ['failure', 'failed'],
  ['pending', 'pending'],
  ['success', 'in order'],
]

/** `4 apps: 1 failed, 3 in order, 1 problem`. */
function describeCounts(
  applications: readonly ApplicationReport[],
  problems: readonly ReportProblem[],
): string {
  const verdicts = words.flatMap(([verdict, word]) => {
    const amount = applications.filter((application) => application.verdict === verdict).length
    return amount === 0 ? [] : [`${amount} ${word}`]
  })
  const onlyOne = verdicts.length < 2 && verdicts[0]?.endsWith('in order') === true
  const parts = onlyOne ? [] : verdicts
  if (problems.length > 0) parts.push(count(problems.length, 'problem'))
  const apps = count(applications.length, 'app')
  return parts.length === 0 ? apps : `${apps}: ${parts.join(', ')}`
}

function worst<Value>(values: readonly Value[], verdict: (value: Value) => Verdict): Value | undefined {
  return values.reduce<Value | undefined>((found, next) => {
    return found === undefined || isWorse(verdict(next), verdict(found)) ? next : found
  }, undefined)
}
