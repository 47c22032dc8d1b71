import { type Context, Hono } from 'hono'
import type { Log } from '../engine/log.ts'
import { readToken } from './guard.ts'
import { bears } from './token.ts'

export interface MetricsOptions {
  /** Looked up for each request, so that a rotated one is noticed. */
  readonly token: () => Promise<string>
  readonly log: Log
  readonly read: () => Promise<MetricsText>
}

/** Prometheus' text format. */
export interface MetricsText {
  readonly text: string
  readonly contentType: string
}

/** Whoever does not bear the token is told what somebody is told who asks for what is not there. Design D19. */
export function createMetrics({ token, log, read }: MetricsOptions): Hono {
  const metrics = new Hono()
  metrics.get('/', async (context: Context) => {
    const expected = await readToken(token, 'the token of the metrics', log)
    if (!bears(context.req.header('authorization'), expected)) return context.notFound()
    const { text, contentType } = await read()
    return context.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  })
  return metrics
}
