import type { JSX } from 'hono/jsx/jsx-runtime'
import { styleSource } from './style.ts'

/** No script, nothing from elsewhere, in nobody's frame: what is shown cannot act, whatever it holds. */
const policy = [
  "default-src 'none'",
  `style-src ${styleSource}`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers: { readonly [name: string]: string } = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

interface Answer {
  readonly status?: number
  /** Seconds after which a browser asks again, and for which path. A header: it needs no script. */
  readonly refresh?: { readonly seconds: number; readonly path: string }
}

export async function pageResponse(
  page: JSX.Element,
  { status = 200, refresh }: Answer = {},
): Promise<Response> {
  const text = String(await page)
  const again = refresh && { refresh: `${refresh.seconds}; url=${refresh.path}` }
  return new Response(`<!doctype html>${text}`, { status, headers: { ...headers, ...again } })
}

/** To a path of the console, as a GET. */
export function redirect(path: string, cookie?: string): Response {
  const set = cookie === undefined ? {} : { 'set-cookie': cookie }
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store', ...set } })
}
