import type { CommitSha } from '../git/commit.ts'
import { readOperation, writeOperation } from './operation-record.ts'
import type { RecordPlace } from './record-store.ts'

/**
 * Tells whoever drives a running operation that a newer commit is there: it stops at the next wave boundary. The mark
 * keeps the driver's name in the record, which is how the driver knows that it is no rival.
 */
export async function markSuperseded(place: RecordPlace, id: string, by: CommitSha): Promise<void> {
  for (let tries = 1; tries <= 3; tries++) {
    const stored = await readOperation(place)
    if (stored === undefined) return
    const { operation, resourceVersion, ...record } = stored
    if (operation.id !== id || operation.phase !== 'Running' || operation.supersededBy !== undefined) return
    const marked = { ...record, operation: { ...operation, supersededBy: by } }
    const swap = await writeOperation(place, marked, resourceVersion)
    if (swap.kind === 'written') return
  }
}
