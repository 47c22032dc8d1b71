import type { Hono } from 'hono'
import { createApp } from '../../src/app.ts'
import type { Guard } from '../../src/console/guard.ts'
import type { Ports } from '../../src/engine/ports.ts'

export const token = 'a-token-of-thirty-characters-0'
export const origin = 'http://plumbline.example'
export const bearer = { authorization: `Bearer ${token}` }
const open: Guard = { kind: 'token', token: async () => token }

/** The routes of an instance, with the console. */
export function aConsole(ports: Ports, guard: Guard = open): Hono {
  return createApp({
    queue: ports.queue,
    log: ports.log,
    webhookHosts: async () => [],
    notReady: async () => undefined,
    console: { ports, guard },
  })
}

export interface ReadPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** What a person reads. */
  readonly text: string
}

export async function readPage(app: Hono, path: string, headers: HeadersInit = bearer): Promise<ReadPage> {
  const response = await app.request(`${origin}${path}`, { headers })
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, text: textOf(html) }
}

function textOf(html: string): string {
  const body = html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ')
  return body
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
}
