import { ClusterError, type ClusterErrorCode } from '../cluster-error.ts'

export interface Patience {
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** At least 0, below 1. */
  readonly random: () => number
}

interface Manner {
  readonly repeatable: boolean
  readonly isRead: boolean
  /** Milliseconds. */
  readonly latest: number
}

const attempts = 5
const firstCeiling = 500
const highestCeiling = 8_000
const longestRetryAfter = 30

const transient: ReadonlySet<ClusterErrorCode> = new Set([
  'unreachable',
  'timeout',
  'too-many-requests',
  'unavailable',
])

/**
 * At most five attempts, with full jitter between them or as long as the server asks for. What is not repeatable is
 * tried again only when the server said that it did not begin (429). A longer Retry-After than half a minute is left
 * to the caller's next run, and so is an attempt that would begin later than `latest` milliseconds after the first; it
 * asks for itself right before it sends, since a wait may have taken longer than it should.
 * A read conflicts with nothing: what says so passes.
 */
export async function withRetries<T>(
  patience: Patience,
  manner: Manner,
  attempt: (isLate: () => boolean) => Promise<T>,
): Promise<T> {
  const begun = patience.now()
  const isLate = () => patience.now() - begun > manner.latest
  for (let made = 1; ; made += 1) {
    try {
      return await attempt(isLate)
    } catch (error) {
      const delay = made < attempts ? retryDelay(error, made, manner, patience.random) : undefined
      if (delay === undefined || patience.now() + delay - begun > manner.latest) throw error
      await patience.sleep(delay)
    }
  }
}

function retryDelay(
  error: unknown,
  made: number,
  { repeatable, isRead }: Manner,
  random: () => number,
): number | undefined {
  if (!(error instanceof ClusterError)) return undefined
  if (!transient.has(error.code) && !(isRead && error.code === 'conflict')) return undefined
  if (!repeatable && error.code !== 'too-many-requests') return undefined
  const asked = error.retryAfter ?? 0
  if (asked > longestRetryAfter) return undefined
  const ceiling = Math.min(firstCeiling * 2 ** (made - 1), highestCeiling)
  return asked * 1000 + Math.floor(random() * ceiling)
}
