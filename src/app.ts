import { Hono } from 'hono'
import { type ApiOptions, createApi } from './console/api.ts'
import { type ConsoleOptions, createConsole } from './console/console.tsx'
import { createMetrics, type MetricsOptions } from './console/metrics.ts'
import type { Log } from './engine/log.ts'
import type { DeliveryOutcome, Meter } from './engine/meter.ts'
import type { Job, Queue } from './engine/queue.ts'
import { defaultBodyLimit, readRequestBody } from './webhook/bounded-body.ts'
import { giteaDeliveryId, receiveGitea } from './webhook/gitea.ts'
import { githubDeliveryId, receiveGithub } from './webhook/github.ts'
import type { Delivery, Intake, WebhookHost, WebhookTrigger } from './webhook/intake.ts'
import { createSeenDeliveries } from './webhook/seen-deliveries.ts'

export interface AppOptions {
  readonly queue: Queue
  readonly log: Log
  /** The hosts of a route's dialect with their secrets, looked up for each delivery so that rotation is noticed. */
  webhookHosts(dialect: WebhookDialect): Promise<readonly WebhookHost[]>
  /** Why the handler cannot work yet; undefined when it can. */
  notReady(): Promise<string | undefined>
  /** Bytes; 5 MB unless told, 25 MB at most. */
  readonly bodyLimit?: number
  /** Absent: the JSON API is not there. */
  readonly api?: ApiOptions
  /** Absent: the console is not there. */
  readonly console?: ConsoleOptions
  /** Absent: the metrics are not there. */
  readonly metrics?: MetricsOptions
  /** Absent where nobody counts. */
  readonly meter?: Meter
}

export type WebhookDialect = 'gitea' | 'github'

interface Dialect {
  readonly idOf: (headers: Headers) => string
  readonly receive: (delivery: Delivery, hosts: readonly WebhookHost[]) => Intake | Promise<Intake>
}

const dialects: Readonly<Record<WebhookDialect, Dialect>> = {
  gitea: { idOf: giteaDeliveryId, receive: receiveGitea },
  github: { idOf: githubDeliveryId, receive: receiveGithub },
}

const rememberedDeliveries = 5000

/** The routes. Each answers at once; work goes to the queue. */
export function createApp(options: AppOptions): Hono {
  const { log } = options
  const seen = createSeenDeliveries(rememberedDeliveries)
  const app = new Hono()

  app.onError((error) => {
    log('error', 'a request could not be answered', { error: error.message })
    return Response.json({ reason: 'Plumbline cannot take this now; its log says why' }, { status: 503 })
  })

  app.get('/healthz', (context) => context.text('ok\n'))

  app.get('/readyz', async (context) => {
    const reason = await options.notReady()
    return reason === undefined ? context.text('ok\n') : context.text(`${reason}\n`, 503)
  })

  if (options.api !== undefined) app.route('/api', createApi(options.api))
  if (options.console !== undefined) app.route('/console', createConsole(options.console))
  if (options.metrics !== undefined) app.route('/metrics', createMetrics(options.metrics))

  app.post('/webhooks/gitea', (context) => take(context.req.raw, 'gitea'))
  app.post('/webhooks/github', (context) => take(context.req.raw, 'github'))

  /** The route fixes the dialect, whatever the headers say. */
  async function take(request: Request, dialect: WebhookDialect): Promise<Response> {
    const { headers } = request
    const { idOf, receive } = dialects[dialect]
    const body = await readRequestBody(request, options.bodyLimit ?? defaultBodyLimit).catch(
      () => 'broken' as const,
    )
    if (body === 'broken') return refuse(dialect, idOf(headers), 400, 'the body ended before its end')
    if (body === 'too-large') return refuse(dialect, idOf(headers), 413, 'the body is too large')
    const intake = await receive({ headers, body }, await options.webhookHosts(dialect))
    return intake.kind === 'rejected'
      ? refuse(dialect, idOf(headers), intake.status, intake.reason)
      : answer(dialect, intake, body)
  }

  function count(dialect: WebhookDialect, outcome: DeliveryOutcome, trigger?: WebhookTrigger): void {
    const event = trigger?.kind ?? 'other'
    const host = trigger === undefined ? {} : { host: trigger.host }
    options.meter?.({ kind: 'delivery', dialect, event, outcome, ...host })
  }

  function refuse(dialect: WebhookDialect, delivery: string, status: number, reason: string): Response {
    count(dialect, 'refused')
    log('warn', 'a delivery was refused', { delivery, status, reason })
    return Response.json({ reason }, { status })
  }

  async function answer(
    dialect: WebhookDialect,
    intake: Exclude<Intake, { kind: 'rejected' }>,
    body: Uint8Array,
  ): Promise<Response> {
    switch (intake.kind) {
      case 'ping':
        count(dialect, 'answered')
        log('info', 'a ping was answered', { delivery: intake.deliveryId })
        return Response.json({ result: 'pong' })
      case 'ignored':
        count(dialect, 'ignored')
        log('info', 'a delivery was ignored', { delivery: intake.deliveryId, reason: intake.reason })
        return Response.json({ result: 'ignored', reason: intake.reason }, { status: 202 })
      case 'trigger':
        return accept(dialect, intake, body)
    }
  }

  async function accept(
    dialect: WebhookDialect,
    { trigger }: Extract<Intake, { kind: 'trigger' }>,
    body: Uint8Array,
  ): Promise<Response> {
    const { deliveryId, repository } = trigger
    const what = 'number' in trigger ? { pullRequest: trigger.number } : { ref: trigger.ref }
    const facts = { delivery: deliveryId, repository: `${repository.owner}/${repository.name}`, ...what }
    if (seen.isRepeated(deliveryId, body)) {
      count(dialect, 'repeated', trigger)
      log('info', 'a delivery came again', facts)
      return Response.json({ result: 'repeated' }, { status: 202 })
    }
    try {
      await options.queue.enqueue(jobOf(trigger), 0)
    } catch (error) {
      seen.forget(deliveryId, body)
      throw error
    }
    count(dialect, 'accepted', trigger)
    log('info', 'a delivery was accepted', facts)
    return Response.json({ result: 'accepted', delivery: deliveryId }, { status: 202 })
  }

  return app
}

function jobOf(trigger: WebhookTrigger): Job {
  switch (trigger.kind) {
    case 'push':
      return { kind: 'push', trigger }
    case 'pullRequest':
      return { kind: 'pullRequest', trigger }
    case 'comment':
      return { kind: 'comment', trigger }
    case 'mergeGroup':
      return { kind: 'mergeGroup', trigger }
  }
}
