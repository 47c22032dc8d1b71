import type { DeliveryTrace, RunRecord, RunStore } from './run-store.ts'

const kept = 50
const keptTraces = 500

/** Runs and traces in the memory of one instance, oldest dropped first. */
export function createMemoryRunStore(): RunStore {
  const runs = new Map<string, RunRecord[]>()
  const traces = new Map<string, DeliveryTrace>()
  return {
    async saveRun(run) {
      runs.set(run.application, [run, ...(runs.get(run.application) ?? [])].slice(0, kept))
    },
    async runs(application) {
      return runs.get(application) ?? []
    },
    async saveTrace(trace) {
      traces.delete(trace.deliveryId)
      traces.set(trace.deliveryId, trace)
      for (const oldest of traces.keys()) {
        if (traces.size <= keptTraces) break
        traces.delete(oldest)
      }
    },
    async trace(deliveryId) {
      return traces.get(deliveryId)
    },
  }
}
