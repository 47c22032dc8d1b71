import { ClusterError } from './cluster-error.ts'

/**
 * A few tries of what a concurrent writer made fail, or of what went by a version that the server no longer has (410);
 * reads anew each time. The last error is thrown.
 */
export async function despiteConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= 3 || !isOutrun(error)) throw error
    }
  }
}

function isOutrun(error: unknown): boolean {
  return error instanceof ClusterError && (error.code === 'conflict' || error.code === 'expired')
}
