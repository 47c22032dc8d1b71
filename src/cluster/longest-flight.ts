interface Sent {
  readonly method: string
  readonly url: string | URL
}

/** Milliseconds that a read or a dry run may go unanswered. */
const readFlight = 60_000

/**
 * Milliseconds that a write may go unanswered, and within which all its attempts begin. It is asked for at most 10 s
 * after its call has renewed the Lease, which another call takes 35 s after that (`sync/lease.ts`): what is on its way
 * then would be written over what the other has synced.
 */
const writeFlight = 15_000
const writeStart = 9_000

/** Milliseconds after which a request to a cluster is given up. */
export function longestFlight(request: Sent): number {
  return isWrite(request) ? writeFlight : readFlight
}

/** Milliseconds after its first attempt in which a request may be sent again. */
export function latestAttempt(request: Sent): number {
  return isWrite(request) ? writeStart : Number.POSITIVE_INFINITY
}

function isWrite({ method, url }: Sent): boolean {
  return method !== 'GET' && !new URL(url).searchParams.has('dryRun')
}
