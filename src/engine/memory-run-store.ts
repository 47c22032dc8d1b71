import { sameCommit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import type { Preview } from '../report/preview.ts'
import type { DeliveryTrace, RunRecord, RunStore } from './run-store.ts'

const kept = 50
const keptTraces = 500
const toldTraces = 100
const keptPreviews = 50

/** Runs, traces and plans in the memory of one instance, oldest dropped first. */
export function createMemoryRunStore(): RunStore {
  const runs = new Map<string, RunRecord[]>()
  const traces = new Map<string, DeliveryTrace>()
  const previews = new Map<string, Preview>()
  return {
    async saveRun(run) {
      runs.set(run.application, withNewest(run, runs.get(run.application) ?? []).slice(0, kept))
    },
    async runs(application) {
      return runs.get(application) ?? []
    },
    async saveTrace(trace) {
      setNewest(traces, trace.deliveryId, trace, keptTraces)
    },
    async trace(deliveryId) {
      return traces.get(deliveryId)
    },
    async traces() {
      return [...traces.values()].slice(-toldTraces).toReversed()
    },
    async savePreview(preview) {
      setNewest(previews, `${formatRepository(preview.repository)} ${preview.number}`, preview, keptPreviews)
    },
    async previews(head) {
      return [...previews.values()].filter(({ repository, head: sha }) =>
        sameCommit({ repository, sha }, head),
      )
    },
  }
}

/** Of an operation the first call and the newest tell all: the looks between the two go. */
function withNewest(run: RunRecord, known: readonly RunRecord[]): readonly RunRecord[] {
  const [last, ...before] = known
  const isBetween = last !== undefined && isSameOperation(run, last) && isSameOperation(last, before[0])
  return [run, ...(isBetween ? before : known)]
}

function isSameOperation({ report: { outcome } }: RunRecord, other: RunRecord | undefined): boolean {
  const id = outcome?.operationId ?? ''
  return id !== '' && id === other?.report.outcome?.operationId
}

/** Drops the oldest where there are more. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}
