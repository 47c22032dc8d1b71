import type { Cluster } from '../cluster/cluster.ts'
import { listObjects } from '../cluster/requests.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { recordCluster } from './record-cluster.ts'
import { RecordError } from './record-error.ts'
import { recordNamespace } from './record-names.ts'
import { configMaps, installationSelector } from './record-store.ts'
import { dataOf, parseSummary, type StatusSummary } from './status-summary.ts'

/** A status that cannot be read hides no other one. */
export type ListedStatus =
  | { readonly kind: 'status'; readonly summary: StatusSummary }
  | { readonly kind: 'unreadable'; readonly error: RecordError }

/** The summaries of an installation's applications in one cluster, by one LIST of metadata. */
export async function listStatuses(cluster: Cluster, installation: string): Promise<readonly ListedStatus[]> {
  const labelSelector = `plumbline.dev/record=status,${installationSelector(installation)}`
  const objects = await listObjects(recordCluster(cluster), configMaps, recordNamespace, {
    labelSelector,
    metadataOnly: true,
  })
  return objects.map((object) => listed(object, cluster.name))
}

/** By name of the application, what its record remembers of its render, by one LIST; damaged records remember nothing. */
export async function listPackedMemories(
  cluster: Cluster,
  installation: string,
): Promise<ReadonlyMap<string, string>> {
  const labelSelector = `plumbline.dev/record=status,${installationSelector(installation)}`
  const objects = await listObjects(recordCluster(cluster), configMaps, recordNamespace, { labelSelector })
  const found = objects.flatMap((object): readonly (readonly [string, string])[] => {
    const status = listed(object, cluster.name)
    const render = dataOf(object).render
    return status.kind === 'status' && typeof render === 'string'
      ? [[status.summary.application, render]]
      : []
  })
  return new Map(found)
}

function listed(object: LiveObject, cluster: string): ListedStatus {
  try {
    return { kind: 'status', summary: parseSummary(object, cluster) }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { kind: 'unreadable', error }
  }
}
