import type { Cluster, ClusterRequest } from '../cluster/cluster.ts'

/**
 * A cluster as it is written to by whoever drives an operation: `mayWrite` is asked right before each write, since
 * an answer that comes late may have let another one claim the operation meanwhile.
 */
export function heldCluster(cluster: Cluster, mayWrite: () => Promise<void>): Cluster {
  return {
    name: cluster.name,
    discovery: (freshness) => cluster.discovery(freshness),
    openApi: (group, version) => cluster.openApi(group, version),
    send: async (request) => {
      if (writes(request)) await mayWrite()
      return cluster.send(request)
    },
  }
}

function writes({ verb, options }: ClusterRequest): boolean {
  return verb !== 'get' && verb !== 'list' && options?.dryRun !== true
}
