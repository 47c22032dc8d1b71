import type { Json } from '../../src/kube/json.ts'
import { isJsonObject } from '../../src/kube/json.ts'

export type Side = 'cluster' | 'git'

/** A request to one of the two servers; `body` is read for writes alone. */
export interface Asked {
  readonly side: Side
  /** Counts what both servers were sent, when it was sent. */
  readonly order: number
  /** Whoever asks. */
  readonly by: string
  readonly method: string
  readonly url: URL
  readonly isDryRun: boolean
  readonly body: string
}

/** As a person reads it. */
export function requestOf({ side, method, url }: Asked): string {
  return `${side} ${method} ${url.pathname}${url.search}`
}

export function isWrite({ method, isDryRun }: Asked): boolean {
  return method !== 'GET' && !isDryRun
}

interface Place {
  readonly namespace: string
  readonly resource: string
  readonly name: string
}

export function placeOf({ url }: Asked): Place {
  const parts = url.pathname.split('/').slice(url.pathname.startsWith('/api/') ? 3 : 4)
  const [namespace, resource, name] =
    parts[0] === 'namespaces' && parts.length > 2 ? parts.slice(1) : ['', ...parts]
  return { namespace: namespace ?? '', resource: resource ?? '', name: name ?? '' }
}

export function at(value: Json, ...path: readonly string[]): Json | undefined {
  let below: Json | undefined = value
  for (const key of path) below = isJsonObject(below) ? below[key] : undefined
  return below
}

export function ownerIn(trackingId: Json | undefined): string | undefined {
  return typeof trackingId === 'string' ? trackingId.split(':')[0] : undefined
}
