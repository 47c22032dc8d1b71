import { formatRepository } from '../git/repository.ts'
import { hostOf } from '../settings/host-of.ts'
import { answer } from './answer.ts'
import { deploy } from './deploy.ts'
import { obey } from './obey.ts'
import type { Ports } from './ports.ts'
import { previewPullRequest } from './preview.ts'
import { problemOf } from './problem.ts'
import { clustersOf, readRemembered } from './publish.ts'
import type { Job } from './queue.ts'
import { type RosterEntry, readRoster } from './roster.ts'
import { createSourceReading } from './source-reading.ts'
import { sweep } from './sweep.ts'

const firstDelay = 5
const longestDelay = 600

/**
 * Does one job. Everything it needs beyond the job is read anew. What could not be done for a passing reason is put back
 * into the queue, at growing intervals of up to ten minutes; anything else is thrown.
 */
export async function perform(ports: Ports, job: Job): Promise<void> {
  try {
    await work(ports, job)
  } catch (error) {
    const problem = problemOf(error)
    if (!problem.retryable) throw error
    const { tries = 0 } = job
    const seconds = Math.min(firstDelay * 2 ** tries, longestDelay)
    const detail = problem.code === 'internal' && error instanceof Error ? error.message : problem.message
    ports.log('warn', 'a job is tried again', { job: job.kind, seconds, error: detail })
    await ports.queue.enqueue({ ...job, tries: tries + 1 }, seconds)
  }
}

function work(ports: Ports, job: Job): Promise<void> {
  switch (job.kind) {
    case 'start':
      return resume(ports)
    case 'push':
      return deploy(ports, job)
    case 'pullRequest':
      return previewPullRequest(ports, job)
    case 'comment':
      return obey(ports, job.trigger)
    case 'sweep':
      return sweep(ports)
    case 'continue':
      return goOn(ports, job)
  }
}

/** Goes on with one application, and answers where its last answer stands. */
async function goOn(ports: Ports, job: Extract<Job, { kind: 'continue' }>): Promise<void> {
  const roster = await readRoster(ports, createSourceReading(ports))
  const entry = roster.entries.find(({ application }) => application.name === job.application)
  if (entry === undefined) {
    ports.log('warn', 'an application is declared no more', {
      application: job.application,
      delivery: job.deliveryId,
    })
    return
  }
  const remembered = await readRemembered(ports, clustersOf(roster))
  const reportedOn = remembered.get(job.application)?.summary.reportedOn
  const on = reportedOn === undefined ? ownCommit(entry) : { repository: reportedOn, sha: reportedOn.sha }
  const options = { asked: false, mayWrite: true, deliveryId: job.deliveryId }
  await answer(ports, roster, remembered, [{ entry, on }], options)
}

function ownCommit({ source, declaredBy }: RosterEntry): RosterEntry['declaredBy'] {
  return source.kind === 'rendered' ? source.rendered.commit : declaredBy
}

/**
 * What a handler does when it starts: looks at every branch that is followed, as if it had been pushed. Whatever the
 * one before it left undone, or never heard of, is found.
 */
export async function resume(ports: Ports): Promise<void> {
  const roster = await readRoster(ports, createSourceReading(ports))
  const followed = roster.entries.map(({ application, source, declaredBy }) => ({
    repository: source.kind === 'rendered' ? source.rendered.commit.repository : declaredBy.repository,
    ref: application.source.targetRevision,
  }))
  const roots = ports.settings.roots.flatMap(({ repository, revision }) => {
    const hosted = hostOf(ports.settings, repository)
    return hosted === undefined ? [] : [{ repository: hosted.repository, ref: revision }]
  })
  const distinct = new Map(
    [...roots, ...followed].map((one) => [`${formatRepository(one.repository)} ${one.ref}`, one]),
  )
  for (const { repository, ref } of distinct.values()) {
    const trigger = { kind: 'push', host: repository.host, repository, ref, deliveryId: 'start' } as const
    await ports.queue.enqueue({ kind: 'push', trigger }, 0)
  }
}
