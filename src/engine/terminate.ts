import { ClusterError } from '../cluster/cluster-error.ts'
import { lastOperation } from '../sync/last-operation.ts'
import { markOperation } from '../sync/mark-operation.ts'
import { readOperation, type StoredOperation } from '../sync/operation-record.ts'
import { type RecordPlace, recordPlace } from '../sync/record-store.ts'
import { currentRoster } from './current-roster.ts'
import { hasRetry } from './decide.ts'
import type { Ports } from './ports.ts'
import { createSourceReading } from './source-reading.ts'
import { permitForHooks, stopOperation } from './stop-operation.ts'

export type TerminateResult =
  /** `running`: whoever drives it was told, or a cluster has to be asked again; it ends soon, whatever happens to us. `ended` also of one that had failed: it is not tried again. */
  | { readonly kind: 'terminated'; readonly state: 'ended' | 'running' }
  | { readonly kind: 'nothing-runs' }
  /** No cluster has a record of it. */
  | { readonly kind: 'unknown-application' }
  /** Its declaration is gone and its objects go with it: that is ended by declaring it again. */
  | { readonly kind: 'being-deleted' }
  /** Others wrote its record each time; it goes on. */
  | { readonly kind: 'contended' }

export interface TerminateWish {
  /** As they are known where they said it: a login, or the name of an account. */
  readonly by: string
  /** An operation that began later is not the one that is meant. Milliseconds of Unix time. */
  readonly begunBy?: number
}

const longestName = 100

/**
 * Ends an application's running operation as failed, and the retries of one that has failed: nothing more of it is applied or pruned, and the hooks that run are
 * deleted. That it is to end is written into its record first, so whoever drives it notices before the next write, and
 * whoever goes on after a death here ends it. Git is asked only whether what has failed is tried again. Whether `by` may say so is for the caller to know. Throws
 * `ClusterError`.
 */
export async function terminate(
  ports: Ports,
  application: string,
  { by, begunBy = Number.POSITIVE_INFINITY }: TerminateWish,
): Promise<TerminateResult> {
  const found = await operationToEnd(ports, application)
  if ('kind' in found) return found
  const { cluster, place, last } = found
  if (last.operation.kind === 'delete') return { kind: 'being-deleted' }
  if (Date.parse(last.operation.startedAt) > begunBy) return { kind: 'nothing-runs' }
  const mark = { terminatedBy: by.slice(0, longestName) }
  const marked = await markOperation(place, last.operation.id, mark, last.operation.phase)
  if (marked === 'ended') return { kind: 'nothing-runs' }
  if (marked === 'contended') return { kind: 'contended' }
  ports.log('info', 'an operation was terminated', { application, by, operation: last.operation.id })
  const state = await end(ports, place, { application, cluster })
  await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'terminated' }, 0)
  return { kind: 'terminated', state }
}

interface Found {
  readonly cluster: string
  readonly place: RecordPlace
  readonly last: StoredOperation
}

/** Looked for where applications can be: the first sync of one has no other record yet that tells. */
async function operationToEnd(ports: Ports, application: string): Promise<Found | TerminateResult> {
  const unknown: ClusterError[] = []
  const failed: Found[] = []
  let isKnown = false
  for (const { name: cluster } of ports.settings.clusters) {
    const place = recordPlace(ports.cluster(cluster), ports.settings.installation, application)
    try {
      const last = await readOperation(place)
      isKnown ||= last !== undefined
      if (last?.operation.phase === 'Running') return { cluster, place, last }
      if (last?.operation.phase === 'Failed') failed.push({ cluster, place, last })
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      unknown.push(error)
    }
  }
  for (const error of unknown) throw error
  for (const one of failed) if (await isTriedAgain(ports, application, one.last)) return one
  return { kind: isKnown ? 'nothing-runs' : 'unknown-application' }
}

/** Whether it has failed and waits for another try. */
async function isTriedAgain(
  ports: Ports,
  application: string,
  { operation }: StoredOperation,
): Promise<boolean> {
  const { entries } = await currentRoster(ports, createSourceReading(ports))
  const entry = entries.find((one) => one.application.name === application)
  return entry !== undefined && hasRetry(entry.application.syncPolicy, lastOperation(operation))
}

/** Its own commit goes on, marked: nothing takes its place. What hinders it here hinders nobody who goes on with it. */
async function end(
  ports: Ports,
  place: RecordPlace,
  where: { readonly application: string; readonly cluster: string },
): Promise<'ended' | 'running'> {
  const last = await readOperation(place)
  if (last?.operation.phase !== 'Running') return 'ended'
  const { commit, render } = last.operation
  const work = { commit, ...(render === undefined ? {} : { render }) }
  return stopOperation(ports, last, { ...where, ...work, permit: permitForHooks(last) })
}
