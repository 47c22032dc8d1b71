import type { JsonObject } from '../../kube/json.ts'
import type { Refusal } from './refusal.ts'

/** What is sent back, before it is HTTP. */
export interface Answer {
  readonly code: number
  readonly contentType: string
  readonly text: string
  readonly headers?: { readonly [name: string]: string }
  readonly warnings?: readonly string[]
}

export function jsonAnswer(code: number, body: JsonObject, warnings: readonly string[] = []): Answer {
  return textAnswer(code, 'application/json', JSON.stringify(body), warnings)
}

export function textAnswer(
  code: number,
  contentType: string,
  text: string,
  warnings: readonly string[] = [],
): Answer {
  return { code, contentType, text, ...(warnings.length === 0 ? {} : { warnings }) }
}

export function refusalAnswer(refusal: Refusal): Answer {
  return jsonAnswer(refusal.code, refusal.status)
}

export function pageNotFound(): Answer {
  return textAnswer(404, 'text/plain; charset=utf-8', '404 page not found\n')
}

export function httpResponse({ code, contentType, text, headers, warnings }: Answer): Response {
  const all = new Headers({ ...headers, 'content-type': contentType })
  for (const warning of warnings ?? []) all.append('warning', `299 - ${JSON.stringify(warning)}`)
  return new Response(code === 304 ? null : text, { status: code, headers: all })
}
