import type { ResourceType } from '../cluster/discovery.ts'
import { getObject } from '../cluster/requests.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import { describesItself, trackingIdOf } from '../kube/tracking.ts'
import { ClaimLost } from './driver.ts'
import {
  emptyInventory,
  type Inventory,
  type InventoryObject,
  withKeys,
  withoutObjects,
  withUids,
} from './inventory.ts'
import { readInventory, type StoredInventory, writeInventory } from './inventory-record.ts'
import type { Operation } from './operation.ts'
import { allWaves, applySteps, type PlacedWave, type PlannedPhases, waveInHand } from './plan-order.ts'
import { fieldManager, type RecordPlace } from './record-store.ts'
import type { ServedKinds } from './served-kinds.ts'

/**
 * Keeps the inventory in step with an operation: keys before their wave, uids after it, without what was pruned. Namespaces that are only
 * created are not the application's and stay out. Writes nothing when nothing is new.
 */
export class InventoryKeeper {
  readonly #place: RecordPlace
  readonly #kinds: ServedKinds
  #read = false
  #stored: StoredInventory | undefined
  #known: ReadonlySet<string> = new Set()

  constructor(place: RecordPlace, kinds: ServedKinds) {
    this.#place = place
    this.#kinds = kinds
  }

  /** The keys of the wave in hand are in it, and the uids of all that was applied so far. */
  async keepUp(plan: PlannedPhases, operation: Operation): Promise<void> {
    const wave = waveInHand(plan, operation)
    const keys = inventoriedKeys(wave === undefined ? [] : [wave])
    await this.#change((inventory) => withKeys(withUids(inventory, uidsOf(plan, operation)), keys))
  }

  /** The operation has ended: what a crash left without a uid gets the live object's, if that is ours, or goes. */
  async finish(plan: PlannedPhases, operation: Operation): Promise<void> {
    const inventory = await this.#current()
    const known = withUids(inventory, uidsOf(plan, operation))
    const open = known.objects.filter(({ uid }) => uid === undefined)
    const found = new Map<string, string | undefined>()
    for (const { key } of open) {
      const type = await this.#kinds.preferred(key)
      // A kind that is not served just now is not gone.
      if (type !== undefined) found.set(formatKey(key), await this.#uidOfOurs(type, key))
    }
    const gone = prunedOf(plan, operation)
    await this.#change((current) =>
      settleOpen(withoutObjects(withUids(current, uidsOf(plan, operation)), gone), found),
    )
  }

  /** True for an object that was applied by an earlier operation. Known once the inventory was read. */
  knowsUid(key: ObjectKey): boolean {
    return this.#known.has(formatKey(key))
  }

  async #current(): Promise<Inventory> {
    if (!this.#read) this.#keep(await readInventory(this.#place))
    return this.#stored?.inventory ?? emptyInventory
  }

  #keep(stored: StoredInventory | undefined): void {
    const objects = stored?.inventory.objects ?? []
    this.#stored = stored
    this.#read = true
    this.#known = new Set(objects.flatMap(({ key, uid }) => (uid === undefined ? [] : [formatKey(key)])))
  }

  async #change(change: (inventory: Inventory) => Inventory): Promise<void> {
    for (let tries = 1; tries <= 3; tries++) {
      const inventory = await this.#current()
      const changed = change(inventory)
      if (changed === inventory) return
      const swap = await writeInventory(this.#place, changed, this.#stored)
      if (swap.kind === 'written') {
        this.#keep(swap.stored)
        return
      }
      this.#read = false
    }
    throw new ClaimLost()
  }

  async #uidOfOurs(type: ResourceType, { namespace, name }: ObjectKey): Promise<string | undefined> {
    const live = await getObject(this.#place.cluster, { type, namespace, name })
    return live !== undefined && isOurs(live, this.#place.application) ? live.metadata.uid : undefined
  }
}

/** Its mark describes itself, and our manager owns fields of it. */
function isOurs(live: LiveObject, application: string): boolean {
  const id = trackingIdOf(live)
  const owns = (live.metadata.managedFields ?? []).some(({ manager }) => manager === fieldManager)
  return id?.application === application && describesItself(id, live) && owns
}

function settleOpen(inventory: Inventory, found: ReadonlyMap<string, string | undefined>): Inventory {
  const objects = inventory.objects.flatMap((object): readonly InventoryObject[] => {
    const text = formatKey(object.key)
    if (object.uid !== undefined || !found.has(text)) return [object]
    const uid = found.get(text)
    return uid === undefined ? [] : [{ key: object.key, uid }]
  })
  const isSame = objects.every((object, i) => object === inventory.objects[i])
  return isSame && objects.length === inventory.objects.length ? inventory : { ...inventory, objects }
}

function prunedOf(
  { prune = [] }: PlannedPhases,
  { results }: Operation,
): readonly Required<InventoryObject>[] {
  const pruned = new Set(results.filter(({ state }) => state === 'pruned').map(({ key }) => formatKey(key)))
  return prune.filter(({ key }) => pruned.has(formatKey(key))).map(({ key, uid }) => ({ key, uid }))
}

function inventoriedKeys(waves: readonly PlacedWave[]): readonly ObjectKey[] {
  return waves
    .flatMap(applySteps)
    .filter(({ reason }) => reason !== 'create-namespace' && reason !== 'namespace-metadata')
    .map(({ key }) => key)
}

function uidsOf(plan: PlannedPhases, { results }: Operation): readonly Required<InventoryObject>[] {
  const inventoried = new Set(inventoriedKeys(allWaves(plan)).map(formatKey))
  return results.flatMap(({ key, uid }) =>
    uid === undefined || !inventoried.has(formatKey(key)) ? [] : [{ key, uid }],
  )
}
