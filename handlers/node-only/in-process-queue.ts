import type { Log } from '../../src/engine/log.ts'
import type { Job, Queue } from '../../src/engine/queue.ts'
import { formatRepository } from '../../src/git/repository.ts'

/** How many jobs are due and wait for their turn, run, and are due later; how long the oldest has been due. */
export interface QueueLoad {
  readonly due: number
  readonly running: number
  readonly later: number
  readonly oldestSeconds: number
}

export interface InProcessQueue extends Queue {
  load(): QueueLoad
  /** Resolves when nothing is running and nothing is due within `horizonSeconds`. */
  idle(horizonSeconds?: number): Promise<void>
  /** Drops what waits, and resolves when what runs has ended. */
  stop(): Promise<void>
}

/** Longer ones, Node ends at once. */
const longestTimer = 2 ** 31 - 1

interface Options {
  readonly perform: (job: Job) => Promise<void>
  readonly concurrency: number
  readonly log: Log
}

interface Waiting {
  readonly job: Job
  readonly due: number
}

/** A call works on so many applications at most: what it has found out stands on their commits when it has ended. */
const mostTogether = 100

/**
 * The default queue: jobs in the memory of this process, one at a time for each subject. A job that arrives while
 * one of the same subject waits replaces it, since whoever performs it reads what is true then. Applications of one
 * delivery that are to be gone on with at the same time are so in one job.
 */
export function createInProcessQueue({ perform, concurrency, log }: Options): InProcessQueue {
  const waiting = new Map<string, Waiting>()
  const running = new Map<string, Promise<void>>()
  const jobs = new Set<Promise<void>>()
  const watchers = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function pump(): void {
    clearTimeout(timer)
    const now = Date.now()
    for (const [subject, next] of [...waiting].sort((a, b) => a[1].due - b[1].due)) {
      if (stopped || jobs.size >= concurrency) break
      if (next.due > now || running.has(subject) || !waiting.has(subject)) continue
      begin(subject, next.job, now)
    }
    for (const watcher of watchers) watcher()
    const dues = [...waiting].filter(([subject]) => !running.has(subject)).map(([, next]) => next.due)
    if (!stopped && dues.length > 0 && jobs.size < concurrency) {
      timer = setTimeout(pump, Math.min(Math.max(0, Math.min(...dues) - now), longestTimer))
    }
  }

  function begin(subject: string, job: Job, now: number): void {
    const due = job.kind === 'continue' ? dueWith(job, now) : []
    const subjects = [subject, ...due.map(subjectOf)]
    for (const one of subjects) waiting.delete(one)
    const promise = run(subject, job.kind === 'continue' && due.length > 0 ? joined(job, due) : job)
    jobs.add(promise)
    for (const one of subjects) running.set(one, promise)
    void promise.then(() => {
      jobs.delete(promise)
      for (const one of subjects) running.delete(one)
      pump()
    })
  }

  function dueWith({ application, deliveryId }: ContinueJob, now: number): readonly ContinueJob[] {
    const found: ContinueJob[] = []
    for (const [subject, { job, due }] of waiting) {
      if (found.length >= mostTogether - 1) break
      if (due > now || running.has(subject) || job.kind !== 'continue') continue
      if (job.deliveryId === deliveryId && job.application !== application) found.push(job)
    }
    return found
  }

  async function run(subject: string, job: Job): Promise<void> {
    try {
      await perform(job)
    } catch (error) {
      log('error', 'a job ended with an error', {
        subject,
        error: error instanceof Error ? error.message : 'unknown',
      })
    }
  }

  function isIdle(horizonSeconds: number): boolean {
    const horizon = Date.now() + horizonSeconds * 1000
    return running.size === 0 && ![...waiting.values()].some((next) => next.due <= horizon)
  }

  function until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      function watch(): void {
        if (!condition()) return
        watchers.delete(watch)
        resolve()
      }
      watchers.add(watch)
      watch()
    })
  }

  return {
    async enqueue(job, delaySeconds) {
      if (stopped) return
      const due = Date.now() + delaySeconds * 1000
      for (const one of apart(job)) {
        const subject = subjectOf(one)
        const present = waiting.get(subject)
        waiting.set(subject, { job: one, due: Math.min(due, present?.due ?? due) })
      }
      pump()
    },
    load() {
      const now = Date.now()
      const dues = [...waiting.values()].map((next) => next.due).filter((due) => due <= now)
      const oldestSeconds = dues.length === 0 ? 0 : (now - Math.min(...dues)) / 1000
      return { due: dues.length, running: running.size, later: waiting.size - dues.length, oldestSeconds }
    },
    idle: (horizonSeconds = 0) => until(() => isIdle(horizonSeconds)),
    async stop() {
      stopped = true
      waiting.clear()
      pump()
      await Promise.all(running.values())
    },
  }
}

type ContinueJob = Extract<Job, { kind: 'continue' }>

function joined(job: ContinueJob, more: readonly ContinueJob[]): ContinueJob {
  return { ...job, together: more.map(({ application }) => application) }
}

/** Each waits as a subject of its own. */
function apart(job: Job): readonly Job[] {
  if (job.kind !== 'continue' || job.together === undefined) return [job]
  const { together, ...one } = job
  return [one, ...together.map((application) => ({ ...one, application }))]
}

function subjectOf(job: Job): string {
  switch (job.kind) {
    case 'start':
      return 'start'
    case 'push':
      return `push ${formatRepository(job.trigger.repository)} ${job.trigger.ref}`
    case 'pullRequest':
      return `pull request ${formatRepository(job.trigger.repository)} ${job.trigger.number}`
    case 'comment':
      return `comment ${formatRepository(job.trigger.repository)} ${job.trigger.commentId}`
    case 'mergeGroup':
      return `merge group ${formatRepository(job.trigger.repository)} ${job.trigger.ref}`
    case 'sweep':
      return job.asked === true ? 'sweep asked for' : 'sweep'
    case 'continue':
      return `continue ${job.application}`
  }
}
