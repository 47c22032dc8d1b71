import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'

/**
 * A cluster as our own records are read and written: whatever it refuses of them is no fault of a manifest, but the
 * operator's to mend.
 */
export function recordCluster(cluster: Cluster): Cluster {
  return {
    name: cluster.name,
    discovery: (freshness) => cluster.discovery(freshness),
    openApi: (group, version) => cluster.openApi(group, version),
    send: async (request) => {
      try {
        return await cluster.send(request)
      } catch (error) {
        throw error instanceof ClusterError && error.turn === 'author' ? operatorsTurn(error) : error
      }
    },
  }
}

/** The code stays: absence and lost swaps are told by it. */
function operatorsTurn(error: ClusterError): ClusterError {
  const { code, retryable, subject, status, reason, causes, retryAfter } = error
  const advice = "it is our own record; check the cluster's address"
  const end = error.message.lastIndexOf('; ')
  const what = end < 0 ? error.message : error.message.slice(0, end)
  return new ClusterError(code, `${what}; ${advice}`, {
    turn: 'operator',
    retryable,
    subject,
    status,
    reason,
    causes,
    cause: error,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}
