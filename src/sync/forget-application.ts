import { ClusterError } from '../cluster/cluster-error.ts'
import { deleteObject } from '../cluster/requests.ts'
import { readInventory } from './inventory-record.ts'
import { type RecordPlace, recordAddress } from './record-store.ts'

/**
 * Deletes the records of an application of which nothing is left. The status goes before the operation: by it the
 * application is found, and until then the operation says that nothing is to be done twice.
 */
export async function forgetApplication(place: RecordPlace): Promise<void> {
  const { names } = place
  const parts = (await readInventory(place))?.parts ?? []
  for (const name of [names.inventory, ...parts, names.status, names.operation]) {
    await deleteIfThere(place, name)
  }
}

async function deleteIfThere({ cluster }: RecordPlace, name: string): Promise<void> {
  try {
    await deleteObject(cluster, recordAddress(name))
  } catch (error) {
    if (!(error instanceof ClusterError && error.code === 'not-found')) throw error
  }
}
