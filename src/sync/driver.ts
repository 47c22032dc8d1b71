import { present } from '../settings/present.ts'
import {
  acquireFirstLease,
  acquireLease,
  applicationLease,
  type HeldLease,
  isFresh,
  releaseLease,
  renewLease,
} from './lease.ts'
import { isStopping, type Mark, type Operation } from './operation.ts'
import {
  type OperationRecord,
  readOperation,
  type StoredOperation,
  writeOperation,
} from './operation-record.ts'
import type { PlannedPhases } from './plan-order.ts'
import type { RecordPlace } from './record-store.ts'

/** The record is looked at again before a write when it was last seen so long ago. */
const lookAgainSeconds = 1

/** Somebody else drives the operation now: this call writes nothing more. */
export class ClaimLost extends Error {}

/**
 * What one call holds while it drives an operation. Before its first write it takes the lease and then puts its name
 * into the record by compare-and-swap; from then on every save is one too, and every write to the cluster is preceded
 * by a look at the lease's age (`heldCluster`). Whoever loses either stops.
 */
export class Driver {
  readonly #place: RecordPlace
  readonly #holder: string
  readonly #now: () => number
  #lease: HeldLease | undefined
  #saved: OperationRecord | undefined
  #basis: string | undefined
  #claiming: Promise<void> | undefined
  #looking: Promise<void> | undefined
  /** By our clock, before the request was sent; milliseconds. */
  #seenAt = Number.NEGATIVE_INFINITY
  #found: Mark = {}

  /** `saved` is the record that `basis` is the resourceVersion of; neither before the first operation. */
  constructor(
    place: RecordPlace,
    call: { readonly holder: string; readonly now: () => number },
    saved: OperationRecord | undefined,
    basis: string | undefined,
  ) {
    this.#place = place
    this.#holder = call.holder
    this.#now = call.now
    this.#saved = saved
    this.#basis = basis
  }

  /** Saves, unless that is what the record says already. The answer holds marks that others have added. */
  async save(operation: Operation, plan: PlannedPhases): Promise<Operation> {
    await this.mayWrite()
    const isSaved = this.#saved?.holder === this.#holder && this.#saved.operation === operation
    return isSaved ? operation : this.#swap(operation, plan)
  }

  async #swap(operation: Operation, plan: PlannedPhases): Promise<Operation> {
    const record = { phases: plan.phases, prune: plan.prune ?? [], operation, holder: this.#holder }
    this.#seenAt = this.#now()
    const swap = await writeOperation(this.#place, record, this.#basis)
    if (swap.kind === 'written') {
      this.#saved = record
      this.#basis = swap.resourceVersion
      return operation
    }
    const stored = await readOperation(this.#place)
    const marked = { ...this.#marksIn(stored, operation.id), ...operation }
    const isMarked = Object.keys(marked).length > Object.keys(operation).length
    if (!isMarked) throw new ClaimLost()
    return this.#swap(marked, plan)
  }

  /** A mark is the only thing that others add to an operation that we drive. */
  #marksIn(stored: StoredOperation | undefined, id: string): Mark {
    if (stored?.holder !== this.#holder || stored.operation.id !== id) throw new ClaimLost()
    const { supersededBy, terminatedBy } = stored.operation
    this.#basis = stored.resourceVersion
    return present({ supersededBy, terminatedBy })
  }

  /**
   * The operation with the marks that others have added. Many quick writes follow one save, so the record is looked at
   * between them, but not before each.
   */
  async withMarks(operation: Operation): Promise<Operation> {
    this.#looking ??= this.#look(operation.id).finally(() => {
      this.#looking = undefined
    })
    await this.#looking
    return isStopping(this.#found) && !isStopping(operation) ? { ...operation, ...this.#found } : operation
  }

  async #look(id: string): Promise<void> {
    const now = this.#now()
    if (now - this.#seenAt < lookAgainSeconds * 1000) return
    this.#found = this.#marksIn(await readOperation(this.#place), id)
    this.#seenAt = now
  }

  /** Saves only what the record does not say yet, so that waiting costs no write. */
  async saveChanges(operation: Operation, plan: PlannedPhases): Promise<Operation> {
    return this.#saved?.operation === operation ? operation : this.save(operation, plan)
  }

  /** Takes or renews the lease where it is due; throws `ClaimLost` when somebody else has it. */
  mayWrite(): Promise<void> {
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined
    })
    return this.#claiming
  }

  async #claim(): Promise<void> {
    const now = this.#now()
    const held = this.#lease
    if (held !== undefined && isFresh(held, now)) return
    const place = applicationLease(this.#place)
    const acquire = this.#basis === undefined ? acquireFirstLease : acquireLease
    this.#lease =
      held === undefined ? await acquire(place, this.#holder, now) : await renewLease(place, held, now)
    if (this.#lease === undefined) throw new ClaimLost()
  }

  async release(): Promise<void> {
    const lease = this.#lease
    this.#lease = undefined
    if (lease !== undefined) await releaseLease(applicationLease(this.#place), lease, this.#now())
  }
}
