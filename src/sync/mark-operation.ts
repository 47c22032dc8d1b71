import type { Mark, OperationPhase } from './operation.ts'
import { readOperation, writeOperation } from './operation-record.ts'
import type { RecordPlace } from './record-store.ts'

const mostTries = 5

/**
 * Tells whoever drives a running operation that it is to stop, or whoever would try a failed one again that he is not to.
 * The mark keeps the driver's name in the record, which is how the driver knows that it is no rival. `ended`: it is in
 * another phase by now. `contended`: others kept writing.
 */
export async function markOperation(
  place: RecordPlace,
  id: string,
  mark: Mark,
  phase: OperationPhase = 'Running',
): Promise<'marked' | 'ended' | 'contended'> {
  for (let tries = 1; tries <= mostTries; tries++) {
    const stored = await readOperation(place)
    if (stored?.operation.id !== id || stored.operation.phase !== phase) return 'ended'
    const { operation, resourceVersion, ...record } = stored
    const marked = { ...mark, ...operation }
    if (Object.keys(marked).length === Object.keys(operation).length) return 'marked'
    const swap = await writeOperation(place, { ...record, operation: marked }, resourceVersion)
    if (swap.kind === 'written') return 'marked'
  }
  return 'contended'
}
