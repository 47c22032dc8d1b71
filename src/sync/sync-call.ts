import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import { mapBounded } from '../map-bounded.ts'
import { present } from '../settings/present.ts'
import { advance } from './advance.ts'
import type { Action, Decision } from './decision.ts'
import type { Driver } from './driver.ts'
import { type ActionResult, fold } from './fold.ts'
import { heldCluster } from './held-cluster.ts'
import { InventoryKeeper } from './inventory-keeper.ts'
import { manifestLookup } from './manifest-lookup.ts'
import { keysToObserve, type Lookout, observe } from './observe.ts'
import type { Observed, Sighting } from './observed.ts'
import type { Operation } from './operation.ts'
import type { OperationRecord } from './operation-record.ts'
import { endedOutcome, type Outcome, runningOutcome, type WaitedFor } from './outcome.ts'
import { perform, type Stage } from './perform.ts'
import type { PlannedPhases } from './plan-order.ts'
import type { RecordPlace } from './record-store.ts'
import { ServedKinds } from './served-kinds.ts'
import type { SyncInput } from './sync-input.ts'
import { UnmarkedObjects } from './unmarked-objects.ts'

const actionsAtOnce = 6

/** A wave with more actions is saved in between, so that a call that dies has not worked in vain. */
const actionsPerSave = 100

/** After these a call lets the next one go on: some runtimes end long ones. */
const secondsPerCall = 60
const roundsPerCall = 1000

/** Seconds until what the cluster was not ready for is tried again. */
const postponement = 5

/** One call's work on one operation: looks, asks the step function, performs, until there is something to wait for. */
export class SyncCall {
  /** As far as it has come; what is newest may not be saved yet. */
  operation: Operation
  readonly #input: SyncInput
  readonly #plan: PlannedPhases
  readonly #driver: Driver
  readonly #kinds: ServedKinds
  readonly #inventory: InventoryKeeper
  readonly #stage: Stage
  readonly #lookout: Lookout
  #hasWritten = false
  /** What answers to our own requests have shown; good for one look. */
  #fresh = new Map<string, Sighting>()

  constructor(
    input: SyncInput,
    place: RecordPlace,
    { operation, phases, prune }: Omit<OperationRecord, 'holder'>,
    driver: Driver,
  ) {
    const { cluster, application, permit } = input
    const kinds = new ServedKinds(cluster)
    const lookup = input.desired === undefined ? () => undefined : manifestLookup(input.desired, operation)
    const inventory = new InventoryKeeper(place, kinds)
    const wasApplied = (key: ObjectKey) => inventory.knowsUid(key)
    this.operation = operation
    this.#input = input
    this.#plan = { phases, prune }
    this.#driver = driver
    this.#kinds = kinds
    this.#inventory = inventory
    this.#lookout = { cluster, application, kinds, lookup }
    const { syncPolicy, trackingLabel, migratesFrom } = input.desired?.application ?? {}
    const asking = present({ trackingLabel, migratesFrom })
    this.#stage = {
      ...this.#lookout,
      cluster: heldCluster(cluster, () => {
        this.#hasWritten = true
        return driver.mayWrite()
      }),
      permit,
      wasApplied,
      unmarked: new UnmarkedObjects(cluster, this.#plan, { name: application, ...asking }),
      ...asking,
      options: syncPolicy?.options ?? [],
      operationId: operation.id,
      plan: this.#plan,
    }
  }

  /** Throws `ClaimLost` and `ClusterError`; what was done until then is saved where that is possible. */
  async run(): Promise<Outcome> {
    const started = this.#input.now()
    for (let round = 0; round < roundsPerCall; round++) {
      if (this.#input.now() - started > secondsPerCall * 1000) break
      this.#kinds.newRound()
      const outcome = await this.#follow(await this.#decide())
      if (outcome !== undefined) return outcome
    }
    await this.#saveChanges()
    return runningOutcome(this.operation, [], 0)
  }

  async #decide(): Promise<Decision> {
    const observed = await this.#look()
    const { now, limits } = this.#input
    return advance(this.#plan, this.operation, observed, { now: now(), limits })
  }

  async #look(): Promise<Observed> {
    const keys = keysToObserve(this.#plan, this.operation)
    const fresh = this.#fresh
    this.#fresh = new Map()
    const seen = await observe(
      this.#lookout,
      keys.filter((key) => !fresh.has(formatKey(key))),
    )
    return new Map<string, Sighting | 'absent'>([...fresh, ...seen])
  }

  /** The outcome when this call can do no more. */
  async #follow(decision: Decision): Promise<Outcome | undefined> {
    switch (decision.kind) {
      case 'wait':
        await this.#saveChanges()
        return runningOutcome(this.operation, decision.waitsFor, decision.seconds)
      case 'done':
        await this.#driver.mayWrite()
        await this.#inventory.finish(this.#plan, decision.operation)
        this.operation = await this.#driver.save(decision.operation, this.#plan)
        return this.#ended()
      case 'step': {
        this.operation = await this.#driver.save(decision.operation, this.#plan)
        // A mark that came with the save may have made the actions wrong.
        const isMarked = this.operation !== decision.operation
        return isMarked ? undefined : this.#performAll(decision.actions)
      }
    }
  }

  #ended(): Outcome {
    const outcome = endedOutcome(this.operation)
    return outcome.phase === 'Succeeded' && !this.#hasWritten ? { ...outcome, wroteNothing: true } : outcome
  }

  async #performAll(groups: readonly (readonly Action[])[]): Promise<Outcome | undefined> {
    const sends = groups.some((group) => group.some(({ do: what }) => what === 'apply'))
    if (sends) await this.#inventory.keepUp(this.#plan, this.operation)
    const postponed: WaitedFor[] = []
    let performed = 0
    for (const group of groups) {
      for (let at = 0; at < group.length && performed < actionsPerSave; at += actionsPerSave) {
        const batch = group.slice(at, at + actionsPerSave)
        postponed.push(...(await this.#performBatch(batch)))
        performed += batch.length
        if (await this.#isMarked()) return undefined
      }
    }
    if (postponed.length === 0) return undefined
    await this.#saveChanges()
    return runningOutcome(this.operation, postponed, postponement)
  }

  /** All of them come to an end before an error of one is thrown: nothing goes on behind our back. */
  async #performBatch(actions: readonly Action[]): Promise<readonly WaitedFor[]> {
    const attempts = await mapBounded(actions, actionsAtOnce, (action) => this.#attempt(action))
    const postponed: WaitedFor[] = []
    for (const { action, result } of attempts) {
      if (result === undefined) continue
      this.operation = fold(this.operation, action, result, this.#input.now())
      const key = 'step' in action ? action.step.key : action.key
      if (result.kind === 'sent') this.#fresh.set(formatKey(key), result.sighting)
      if (result.kind === 'postponed') {
        postponed.push({ key, for: 'health', health: { status: 'Missing', message: result.message } })
      }
    }
    const failed = attempts.find(({ error }) => error !== undefined)
    if (failed === undefined) return postponed
    await this.#saveChanges().catch(() => undefined)
    throw failed.error
  }

  async #attempt(action: Action): Promise<Attempt> {
    try {
      const isMarked = (await this.#driver.withMarks(this.operation)) !== this.operation
      return isMarked ? { action } : { action, result: await perform(this.#stage, action) }
    } catch (error) {
      return { action, error }
    }
  }

  /** Whether others have said that it is to stop; then what is decided next is decided with that. */
  async #isMarked(): Promise<boolean> {
    const marked = await this.#driver.withMarks(this.operation)
    const isMarked = marked !== this.operation
    this.operation = marked
    return isMarked
  }

  async #saveChanges(): Promise<void> {
    this.operation = await this.#driver.saveChanges(this.operation, this.#plan)
  }
}

interface Attempt {
  readonly action: Action
  readonly result?: ActionResult
  readonly error?: unknown
}
