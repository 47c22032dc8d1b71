import { ClusterError } from '../cluster/cluster-error.ts'
import type { LiveObject } from '../kube/manifest.ts'

const mostTries = 3

const lost: ReadonlySet<string> = new Set(['conflict', 'expired', 'already-exists', 'not-found'])

/** The server took nothing, and says that it is because of somebody else. */
export function isLostSwap(error: unknown): boolean {
  return error instanceof ClusterError && lost.has(error.code)
}

export interface Swapping {
  /** The resourceVersion that was read; undefined where nothing was there. */
  readonly basis: string | undefined
  readonly write: () => Promise<LiveObject>
  readonly look: () => Promise<LiveObject | undefined>
  /** Whether what is there is what was sent. */
  readonly isOurs: (live: LiveObject) => boolean
}

/**
 * The resourceVersion of what was written; undefined where somebody else wrote since `basis`. A write whose answer was
 * lost counts as written; one that was refused though nobody has written, as over a quota that others update, is sent
 * again.
 */
export async function compareAndSwap({ basis, write, look, isOurs }: Swapping): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return (await write()).metadata.resourceVersion ?? ''
    } catch (error) {
      if (!isLostSwap(error)) throw error
      const live = await look()
      if (live !== undefined && isOurs(live)) return live.metadata.resourceVersion ?? ''
      if (live?.metadata.resourceVersion !== basis || tries === mostTries) return undefined
    }
  }
}
