import { ClusterError } from './cluster-error.ts'

/** A few tries of what a concurrent writer made fail; reads anew each time. The last conflict is thrown. */
export async function despiteConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= 3 || !(error instanceof ClusterError && error.code === 'conflict')) throw error
    }
  }
}
