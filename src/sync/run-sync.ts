import { ClusterError } from '../cluster/cluster-error.ts'
import { redactingCluster } from '../cluster/redacting-cluster.ts'
import { type Redact, redactorFor } from '../kube/redact.ts'
import { beginOperation } from './begin-operation.ts'
import { ClaimLost, Driver } from './driver.ts'
import { isSameWork } from './last-operation.ts'
import { markOperation } from './mark-operation.ts'
import type { Operation } from './operation.ts'
import type { OperationRecord, StoredOperation } from './operation-record.ts'
import { type Outcome, runningOutcome } from './outcome.ts'
import { allWaves } from './plan-order.ts'
import { type RecordPlace, recordPlace } from './record-store.ts'
import { SyncCall } from './sync-call.ts'
import type { SyncInput } from './sync-input.ts'

/** Seconds until another look at an operation that somebody else drives. */
const whileOthersDrive = 10

/**
 * Begins an application's sync, or goes on with the one that runs, as far as this call gets without waiting; nothing
 * sleeps. `Running` asks for another call after `callAgainIn` seconds. A running operation of another commit is stopped
 * instead, and the outcome is then that operation's: read what there is anew before the next call. `Error` means that
 * the cluster could not be asked: the operation stays as it is and the next call goes on. Throws `RecordError` when a
 * record in the cluster cannot be used.
 */
export async function runSync(asked: SyncInput): Promise<Outcome> {
  const input = { ...asked, cluster: redactingCluster(asked.cluster, redactorOf(asked)) }
  const { last, plan, commit } = input
  const place = recordPlace(input.cluster, input.installation, input.application)
  if (last?.operation.phase === 'Running') return resume(input, place, last)
  if (plan.blocks.length > 0) {
    const message = plan.blocks.map((block) => block.message).join('; ')
    return { phase: 'Failed', operationId: '', results: [], message }
  }
  if (allWaves(plan).length === 0) {
    return { phase: 'Succeeded', operationId: '', results: [], message: `nothing to sync at ${commit}` }
  }
  const record = { operation: beginOperation(input), phases: plan.phases, prune: plan.prune }
  return drive(input, place, record, new Driver(place, input, undefined, last?.resourceVersion))
}

function redactorOf({ desired }: SyncInput): Redact {
  const wanted = desired === undefined ? [] : [...desired.objects, ...desired.hooks]
  return redactorFor(wanted.map(({ manifest }) => manifest))
}

async function resume(input: SyncInput, place: RecordPlace, last: StoredOperation): Promise<Outcome> {
  const { operation, phases, prune, resourceVersion } = last
  const driver = new Driver(place, input, last, resourceVersion)
  if (isSameWork(operation, input)) return drive(input, place, { operation, phases, prune }, driver)
  const stopped = { supersededBy: input.commit, ...operation }
  return drive(input, place, { operation: stopped, phases, prune }, driver)
}

type Unheld = Omit<OperationRecord, 'holder'>

async function drive(input: SyncInput, place: RecordPlace, record: Unheld, driver: Driver): Promise<Outcome> {
  const call = new SyncCall(input, place, record, driver)
  try {
    return await call.run()
  } catch (error) {
    if (error instanceof ClaimLost) return othersDrive(place, call.operation)
    if (!(error instanceof ClusterError)) throw error
    const { message, retryable } = error
    const { id, results } = call.operation
    return { phase: 'Error', operationId: id, results, message, retryable }
  } finally {
    await driver.release()
  }
}

async function othersDrive(place: RecordPlace, operation: Operation): Promise<Outcome> {
  const { id, supersededBy } = operation
  if (supersededBy !== undefined) await markOperation(place, id, { supersededBy })
  return runningOutcome(operation, [], whileOthersDrive)
}
