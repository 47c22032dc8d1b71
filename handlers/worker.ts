import about from '../package.json' with { type: 'json' }
import { createApp } from '../src/app.ts'
import type { Log } from '../src/engine/log.ts'
import { createMemoryRunStore } from '../src/engine/memory-run-store.ts'
import { perform } from '../src/engine/perform.ts'
import type { Ports } from '../src/engine/ports.ts'
import type { Job } from '../src/engine/queue.ts'
import { createRenderCache } from '../src/engine/render-cache.ts'
import { PlumblineError } from '../src/errors.ts'
import { createObjectCache } from '../src/githost/object-cache.ts'
import { builtinSchemas } from '../src/kube/builtin-schema.ts'
import { maskerOf } from '../src/kube/masking.ts'
import { type SecretReader, tokenReader } from '../src/settings/secret-reader.ts'
import { notReady } from './not-ready.ts'
import { createWebhookHosts } from './webhook-hosts.ts'
import { createJobQueue, jobsOf } from './worker-only/job-queue.ts'
import { createWorkerPorts, type Kept } from './worker-only/worker-ports.ts'
import { textsOf, workerSecrets, workerSettings } from './worker-only/worker-settings.ts'

/** `JOBS`, a producer of the queue; the settings and secrets are texts. */
export type Bindings = Readonly<Record<string, unknown>>

/** https://developers.cloudflare.com/queues/configuration/javascript-apis/#message */
interface Message {
  readonly body: Job
  ack(): void
  retry(options: { readonly delaySeconds: number }): void
}

interface Worker {
  fetch(request: Request, bindings: Bindings): Promise<Response>
  scheduled(event: unknown, bindings: Bindings): Promise<void>
  queue(batch: { readonly messages: readonly Message[] }, bindings: Bindings): Promise<void>
}

/** An isolate has 128 MB in all. */
const objectBytes = 16_000_000
const keptRenders = 200
/** Of one application. */
const renderLimits = { size: 2_000_000, objects: 1_000 }
const againSeconds = 60

/** Cloudflare calls it: with deliveries, by its clock, and with jobs. What an isolate remembers only spares work. */
const worker: Worker = createWorker((line) => console.log(line))

export default worker

function createWorker(write: (line: string) => void): Worker {
  const log: Log = (level, message, facts) => write(JSON.stringify({ level, message, ...facts }))
  let kept: Kept | undefined

  /** Randomness is there only within a call. */
  async function open(bindings: Bindings): Promise<Opened> {
    kept ??= keep(log)
    const texts = textsOf(bindings)
    const secret = workerSecrets(texts)
    const settings = await workerSettings(texts)
    const queue = createJobQueue(jobsOf(bindings))
    return { ports: await createWorkerPorts({ settings, secret, queue, kept }), secret }
  }

  return {
    async fetch(request, bindings) {
      try {
        return await appOf(await open(bindings)).fetch(request)
      } catch (error) {
        log('error', 'a request could not be answered', { error: textOf(error) })
        return Response.json({ reason: 'Plumbline cannot take this now; its log says why' }, { status: 503 })
      }
    },
    async scheduled(_, bindings) {
      const { ports } = await open(bindings)
      if (ports.settings.sweep.seconds > 0) await ports.queue.enqueue({ kind: 'sweep' }, 0)
    },
    async queue({ messages }, bindings) {
      for (const message of messages) await work(message, (await open(bindings)).ports)
    },
  }
}

interface Opened {
  readonly ports: Ports
  readonly secret: SecretReader
}

function keep(log: Log): Kept {
  return {
    version: about.version,
    log,
    runs: createMemoryRunStore(),
    mask: maskerOf(crypto.getRandomValues(new Uint8Array(32))),
    builtins: builtinSchemas(),
    objects: createObjectCache(objectBytes),
    renders: createRenderCache({ most: keptRenders, limits: renderLimits }),
    githubs: new Map(),
  }
}

function appOf({ ports, secret }: Opened): ReturnType<typeof createApp> {
  const { settings, queue, log } = ports
  const { api } = settings
  const token = api && (() => tokenReader(secret)(api.token))
  return createApp({
    queue,
    log,
    webhookHosts: createWebhookHosts(settings, secret),
    notReady: () => notReady(settings, secret),
    ...(token && { api: { ports, token }, console: { ports, guard: { kind: 'token', token } } }),
  })
}

/** A message that is not acknowledged comes again, as one does whose isolate has died. */
async function work(message: Message, ports: Ports): Promise<void> {
  try {
    await perform(ports, message.body)
    message.ack()
  } catch (error) {
    ports.log('error', 'a job ended with an error', { job: message.body.kind, error: textOf(error) })
    if (error instanceof PlumblineError && !error.retryable) message.ack()
    else message.retry({ delaySeconds: againSeconds })
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
