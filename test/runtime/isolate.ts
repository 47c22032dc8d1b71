import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Miniflare, type WorkerOptions } from 'miniflare'
import { inject } from 'vitest'
import type { Job } from '../../src/engine/queue.ts'

/** What the Worker handed to its queue. */
export interface Sent {
  readonly job: Job
  readonly delaySeconds: number
}

/** A workerd process with the Worker in it, and with nothing in its memory. */
export interface Isolate {
  fetch(
    path: string,
    init?: { method: string; headers: Record<string, string>; body: Uint8Array },
  ): Promise<Answer>
  /** As Cloudflare does by its clock. */
  tick(): Promise<void>
  /** Hands over one message; whether it was acknowledged. */
  deliver(job: Job): Promise<'acknowledged' | 'again'>
  readonly log: readonly string[]
  usage(): Promise<Usage>
  end(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Of the workerd process. */
export interface Usage {
  readonly cpuSeconds: number
  readonly residentMegabytes: number
  readonly mostMegabytes: number
}

export interface IsolateOptions {
  readonly texts: Readonly<Record<string, string>>
  /** Takes what is sent to the queue; without it there is a queue, whose consumer is the Worker. */
  readonly hold?: (sent: Sent) => void
}

const compatibilityDate = '2026-04-01'

export async function startIsolate({ texts, hold }: IsolateOptions): Promise<Isolate> {
  const log: string[] = []
  const before = await workerds()
  const miniflare = new Miniflare({
    handleRuntimeStdio(out: Readable, err: Readable) {
      for (const stream of [out, err]) {
        stream.setEncoding('utf8').on('data', (text: string) => log.push(...text.split('\n').filter(Boolean)))
      }
    },
    workers: workersOf(texts, hold),
  })
  await miniflare.ready
  const [pid] = (await workerds()).filter((one) => !before.includes(one))
  const worker: unknown = await miniflare.getWorker('plumbline')
  if (!isCallable(worker)) throw new Error('miniflare gives no Worker to call')
  return {
    log,
    async fetch(path, init) {
      const response = await miniflare.dispatchFetch(`https://plumbline.test${path}`, init)
      return { status: response.status, text: await response.text() }
    },
    async tick() {
      await worker.scheduled({ cron: '*/3 * * * *' })
    },
    async deliver(job) {
      const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: job }
      const { outcome, explicitAcks } = await worker.queue('plumbline', [message])
      if (outcome !== 'ok') throw new Error(`the queue's consumer ended with ${outcome}: ${log.join('\n')}`)
      return explicitAcks.includes(message.id) ? 'acknowledged' : 'again'
    },
    usage: () => usageOf(pid ?? 0),
    end: () => miniflare.dispose(),
  }
}

function workersOf(texts: IsolateOptions['texts'], hold: IsolateOptions['hold']): WorkerOptions[] {
  const plumbline = {
    name: 'plumbline',
    modules: true,
    modulesRoot: inject('bundle'),
    scriptPath: join(inject('bundle'), 'worker.js'),
    compatibilityDate,
    bindings: { ...texts },
  }
  if (hold === undefined) {
    const consumer = { maxBatchSize: 1, maxBatchTimeout: 0, maxRetries: 10 }
    return [{ ...plumbline, queueProducers: { JOBS: 'plumbline' }, queueConsumers: { plumbline: consumer } }]
  }
  const holder = {
    name: 'holder',
    modules: true,
    script: `export default ({ HOLD }) => ({
      async send(job, { delaySeconds }) {
        const body = JSON.stringify({ job, delaySeconds })
        await HOLD.fetch('http://holder', { method: 'POST', body })
      },
    })`,
    serviceBindings: {
      async HOLD(request: { json(): Promise<unknown> }) {
        hold((await request.json()) as Sent)
        return new Response(null, { status: 204 }) as never
      },
    },
  }
  return [{ ...plumbline, wrappedBindings: { JOBS: 'holder' } }, holder]
}

/** What workerd's own types, which would stand in the way of those of the web, say of it. */
interface Callable {
  scheduled(options: { cron: string }): Promise<unknown>
  queue(
    name: string,
    messages: readonly object[],
  ): Promise<{ outcome: string; explicitAcks: readonly string[] }>
}

function isCallable(worker: unknown): worker is Callable {
  return typeof worker === 'function' || typeof worker === 'object'
}

/** Of this process; tests of one file start one at a time. */
async function workerds(): Promise<readonly number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  return all.filter(
    (_, at) => stats[at]?.includes('(workerd)') && fieldsOf(stats[at])[1] === String(process.pid),
  )
}

/** After the name of the program, which may hold spaces: state, parent, … */
function fieldsOf(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const ticksPerSecond = 100

async function usageOf(pid: number): Promise<Usage> {
  const fields = fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8'))
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentMegabytes: megabytes('VmRSS'),
    mostMegabytes: megabytes('VmHWM'),
  }
}
