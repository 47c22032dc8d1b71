import type { ClusterError } from '../cluster-error.ts'
import { type RefusalSubject, statusError } from './status-error.ts'

/** What the API server asked of everybody who speaks through one adapter. */
export interface Silence {
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number
  /** On that clock. */
  readonly silentUntil: { at: number }
}

/** Seconds. */
const longestSilence = 3600

/** Its 429 counts requests, whatever they are for: a server that has too many of them gets no others. */
export function keepSilence({ now, silentUntil }: Silence, { code, retryAfter = 0 }: ClusterError): void {
  if (code !== 'too-many-requests') return
  silentUntil.at = Math.max(silentUntil.at, now() + Math.min(retryAfter, longestSilence) * 1000)
}

/** Throws what the server would say again. */
export function refuseWhileSilent({ now, silentUntil }: Silence, subject: RefusalSubject): void {
  const left = Math.ceil((silentUntil.at - now()) / 1000)
  if (left <= 0) return
  throw statusError({ status: 429, body: undefined, retryAfter: String(left) }, subject)
}
