import type { Cluster } from '../cluster/cluster.ts'
import { withSharedReads } from '../cluster/shared-reads.ts'
import { recordNamespace } from '../sync/record-names.ts'
import { configMaps, installationSelector } from '../sync/record-store.ts'
import type { Ports } from './ports.ts'

/** A cluster for one pass of looks: each LIST is asked once, and all records are read in one. */
export function sharedCluster({ settings }: Pick<Ports, 'settings'>, cluster: Cluster): Cluster {
  const labelSelector = installationSelector(settings.installation)
  return withSharedReads(cluster, { type: configMaps, namespace: recordNamespace, labelSelector })
}

/** The same for every cluster that is asked for. */
export function withSharedClusters(ports: Ports): Ports {
  const shared = new Map<string, Cluster>()
  return {
    ...ports,
    cluster(name) {
      const cluster = shared.get(name) ?? sharedCluster(ports, ports.cluster(name))
      shared.set(name, cluster)
      return cluster
    },
  }
}
