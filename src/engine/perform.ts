import { PlumblineError } from '../errors.ts'
import type { ReportProblem } from '../report/report.ts'
import { present } from '../settings/present.ts'
import { answer } from './answer.ts'
import { answersOn } from './answers-on.ts'
import { currentRoster } from './current-roster.ts'
import { deploy } from './deploy.ts'
import { leaveUndeclared } from './leave-undeclared.ts'
import { planMergeGroup } from './merge-group.ts'
import { obey } from './obey.ts'
import { recallAll } from './orphans.ts'
import type { Ports } from './ports.ts'
import { previewPullRequest } from './preview.ts'
import { problemOf } from './problem.ts'
import { clustersOf, readRemembered } from './publish.ts'
import type { Job } from './queue.ts'
import { type Roster, refuseGaps } from './roster.ts'
import { createSourceReading } from './source-reading.ts'
import { sweep } from './sweep.ts'

const firstDelay = 5
const longestDelay = 600
const longestAsked = 3600

/**
 * Does one job. Everything it needs beyond the job is read anew. What could not be done for a passing reason is put back
 * into the queue, at growing intervals of up to ten minutes, or later where whoever was asked said so, an hour at most; anything else is
 * thrown.
 */
export async function perform(ports: Ports, job: Job): Promise<void> {
  try {
    await work(ports, job)
    ports.meter?.({ kind: 'job', job: job.kind, outcome: 'done' })
  } catch (error) {
    const problem = problemOf(error)
    ports.meter?.({ kind: 'problem', turn: problem.turn })
    ports.meter?.({ kind: 'job', job: job.kind, outcome: problem.retryable ? 'again' : 'failed' })
    if (!problem.retryable) throw error
    const { tries = 0 } = job
    const asked = error instanceof PlumblineError ? (error.retryAfter ?? 0) : 0
    const seconds = Math.max(Math.min(firstDelay * 2 ** tries, longestDelay), Math.min(asked, longestAsked))
    const detail = problem.code === 'internal' && error instanceof Error ? error.message : problem.message
    ports.log('warn', 'a job is tried again', { job: job.kind, seconds, error: detail })
    await ports.queue.enqueue({ ...job, tries: tries + 1 }, seconds)
  }
}

async function work(ports: Ports, job: Job): Promise<void> {
  switch (job.kind) {
    case 'start':
      return start(ports)
    case 'push':
      return deploy(ports, job)
    case 'pullRequest':
      return previewPullRequest(ports, job)
    case 'comment':
      return obey(ports, job.trigger)
    case 'mergeGroup':
      return planMergeGroup(ports, job.trigger)
    case 'sweep':
      await sweep(ports, { inTurn: job.asked !== true })
      return
    case 'continue':
      return goOn(ports, job)
  }
}

/** What could not be read of the roots is looked for again soon, not only when the next sweep comes. */
async function start(ports: Ports): Promise<void> {
  const { problems } = await sweep(ports, { inTurn: false })
  const passing = problems.find(({ retryable, warning }) => retryable && warning !== true)
  if (passing !== undefined) throw new UnfinishedStart(passing)
}

class UnfinishedStart extends PlumblineError {
  constructor({ code, message, turn }: ReportProblem) {
    super(code, message, { turn, retryable: true })
  }
}

type ContinueJob = Extract<Job, { kind: 'continue' }>

/** Goes on with applications, and answers where the last answer of each stands. */
async function goOn(ports: Ports, job: ContinueJob): Promise<void> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  const names = new Set([job.application, ...(job.together ?? [])])
  const entries = roster.entries.filter(({ application }) => names.has(application.name))
  if (entries.length > 0) {
    const remembered = await readRemembered(ports, clustersOf({ entries }))
    const assignments = entries.map((entry) => {
      const on = answersOn(entry, remembered.get(entry.application.name)?.summary)
      return { entry, on }
    })
    const options = { asked: false, mayWrite: true, deliveryId: job.deliveryId }
    await answer(ports, roster, assignments, options)
  }
  for (const { application } of entries) names.delete(application.name)
  for (const name of names) await leaveOne(ports, roster, job, name)
}

async function leaveOne(
  ports: Ports,
  roster: Roster,
  { deliveryId, tries }: ContinueJob,
  application: string,
): Promise<void> {
  refuseGaps(roster)
  ports.log('warn', 'an application is declared no more', { application, delivery: deliveryId })
  const left = await leaveUndeclared(ports, roster, await recallAll(ports, roster), application)
  const again = { kind: 'continue', application, deliveryId, ...present({ tries }) } as const
  if (left.callAgainIn !== undefined) await ports.queue.enqueue(again, left.callAgainIn)
}
