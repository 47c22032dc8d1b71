import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createInProcessQueue, type InProcessQueue } from '../../handlers/node-only/in-process-queue.ts'
import type { Job } from '../../src/engine/queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

interface Bench {
  readonly queue: InProcessQueue
  /** What began, in order. */
  readonly begun: readonly string[]
  readonly ended: readonly string[]
  readonly logged: readonly unknown[]
  /** Ends the oldest running job. */
  readonly finish: (error?: Error) => Promise<void>
}

/** A queue whose jobs run until they are told to end. */
function bench(concurrency: number = 4): Bench {
  const begun: string[] = []
  const ended: string[] = []
  const logged: unknown[] = []
  const running: ((error?: Error) => void)[] = []
  const queue = createInProcessQueue({
    concurrency,
    log: (...words) => logged.push(words),
    perform: (job) => {
      begun.push(nameOf(job))
      return new Promise((resolve, reject) => {
        running.push((error) => {
          ended.push(nameOf(job))
          if (error) reject(error)
          else resolve()
        })
      })
    },
  })
  const finish = async (error?: Error): Promise<void> => {
    running.shift()?.(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { queue, begun, ended, logged, finish }
}

function goOn(application: string, deliveryId: string = 'd'): Extract<Job, { kind: 'continue' }> {
  return { kind: 'continue', application, deliveryId }
}

function push(ref: string, deliveryId: string = 'd', name: string = 'config'): Job {
  const repository = { host: 'forge', owner: 'team', name }
  return { kind: 'push', trigger: { kind: 'push', host: 'forge', repository, ref, deliveryId } }
}

function nameOf(job: Job): string {
  if (job.kind === 'push') return `${job.trigger.ref} ${job.trigger.deliveryId}`
  return job.kind === 'continue' ? job.application : job.kind
}

test('a job without delay begins at once, one with a delay when that is over', async () => {
  const { queue, begun } = bench()

  await queue.enqueue(goOn('now'), 0)
  await queue.enqueue(goOn('later'), 10)
  expect(begun).toEqual(['now'])
  await vi.advanceTimersByTimeAsync(9_999)
  expect(begun).toEqual(['now'])
  await vi.advanceTimersByTimeAsync(1)

  expect(begun).toEqual(['now', 'later'])
})

test('jobs of one subject never run side by side', async () => {
  const { queue, begun, finish } = bench()

  await queue.enqueue(goOn('web'), 0)
  await queue.enqueue(goOn('web'), 0)
  expect(begun).toEqual(['web'])
  await finish()

  expect(begun).toEqual(['web', 'web'])
})

test('jobs that wait for the same subject are one: the newest, when the earliest was due', async () => {
  const { queue, begun } = bench()

  await queue.enqueue(push('refs/heads/main', 'first'), 5)
  await queue.enqueue(push('refs/heads/main', 'second'), 60)
  await queue.enqueue(push('refs/heads/main', 'third'), 60)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(begun).toEqual(['refs/heads/main third'])
  await vi.advanceTimersByTimeAsync(60_000)

  expect(begun).toHaveLength(1)
})

test('another branch, another repository and another application are subjects of their own', async () => {
  const { queue, begun } = bench(8)

  for (const job of [push('a'), push('b'), push('a', 'd', 'other'), goOn('web'), goOn('api')]) {
    await queue.enqueue(job, 0)
  }

  expect(begun).toHaveLength(5)
})

test('no more run at once than allowed, and what waits comes in the order in which it was due', async () => {
  const { queue, begun, finish } = bench(2)

  for (const name of ['a', 'b', 'c', 'd']) await queue.enqueue(goOn(name, name), 0)
  expect(begun).toEqual(['a', 'b'])
  await queue.enqueue(goOn('e', 'e'), 3)
  await vi.advanceTimersByTimeAsync(5_000)
  await queue.enqueue(goOn('f', 'f'), 0)
  for (let count = 0; count < 4; count += 1) await finish()

  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('a job that fails is logged, and its subject goes on', async () => {
  const { queue, begun, logged, finish } = bench()
  await queue.enqueue(goOn('web'), 0)
  await queue.enqueue(goOn('web'), 0)

  await finish(new Error('it broke'))

  expect(begun).toEqual(['web', 'web'])
  expect(logged).toEqual([
    ['error', 'a job ended with an error', { subject: 'continue web', error: 'it broke' }],
  ])
})

test('a job that throws before it is a promise is logged too, and its subject goes on', async () => {
  let calls = 0
  const queue = createInProcessQueue({
    concurrency: 1,
    log: () => {},
    perform: () => {
      calls += 1
      throw new Error('at once')
    },
  })

  await queue.enqueue(goOn('web'), 0)
  await vi.advanceTimersByTimeAsync(0)
  await queue.enqueue(goOn('web'), 0)

  expect(calls).toBe(2)
})

test('the queue is idle when nothing runs and nothing is due within the horizon', async () => {
  const { queue, finish } = bench()
  await queue.enqueue(goOn('now'), 0)
  await queue.enqueue(goOn('later'), 100)
  const seen: string[] = []
  const soon = queue.idle(10).then(() => seen.push('idle for 10 s'))
  const long = queue.idle(1000).then(() => seen.push('idle for 1000 s'))

  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual([])
  await finish()
  expect(seen).toEqual(['idle for 10 s'])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(seen).toEqual(['idle for 10 s'])
  await finish()
  await Promise.all([soon, long])

  expect(seen).toEqual(['idle for 10 s', 'idle for 1000 s'])
})

test('a queue with nothing in it is idle', async () => {
  await expect(bench().queue.idle()).resolves.toBeUndefined()
})

test('stopping waits for what runs, drops what waits and takes nothing more', async () => {
  const { queue, begun, ended, finish } = bench()
  await queue.enqueue(goOn('running'), 0)
  await queue.enqueue(goOn('waiting'), 1)
  let isStopped = false

  const stopping = queue.stop().then(() => {
    isStopped = true
  })
  await queue.enqueue(goOn('late'), 0)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isStopped).toBe(false)
  await finish()
  await stopping

  expect([begun, ended]).toEqual([['running'], ['running']])
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever waits for a queue to be idle is told when it stops', async () => {
  const { queue } = bench()
  await queue.enqueue(goOn('later'), 100)
  const idle = queue.idle(1000)

  await queue.stop()

  await expect(idle).resolves.toBeUndefined()
})

test('a delay of months is waited for', async () => {
  const { queue, begun } = bench()
  const days = 24 * 3600

  await queue.enqueue(goOn('spring'), 60 * days)
  await vi.advanceTimersByTimeAsync(59 * days * 1000)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(days * 1000)

  expect(begun).toEqual(['spring'])
})

test('applications of one delivery that fell due while others ran are gone on with in one job', async () => {
  const performed: Job[] = []
  const ends: (() => void)[] = []
  const queue = createInProcessQueue({
    concurrency: 1,
    log: () => {},
    perform: (job) => {
      performed.push(job)
      return new Promise((resolve) => {
        ends.push(resolve)
      })
    },
  })
  await queue.enqueue({ kind: 'sweep' }, 0)
  for (const application of ['web', 'shop', 'far']) await queue.enqueue(goOn(application), 0)
  await queue.enqueue(goOn('other', 'another'), 0)
  await queue.enqueue(goOn('later'), 60)
  ends.shift()?.()
  await vi.advanceTimersByTimeAsync(0)

  expect(performed.slice(1)).toEqual([{ ...goOn('web'), together: ['shop', 'far'] }])

  await queue.enqueue({ ...goOn('web'), together: ['shop'] }, 0)
  for (let at = 0; at < 3; at++) {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }

  expect(performed.slice(2)).toEqual([goOn('other', 'another'), { ...goOn('web'), together: ['shop'] }])
})
