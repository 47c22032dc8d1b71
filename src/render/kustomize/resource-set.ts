import { everyId, type Resource } from './resource.ts'
import { idKey, type ResourceId } from './resource-id.ts'

/** The objects of a build in their order, found by any id or name that they have or had. */
export class ResourceSet {
  /** A dropped object leaves its slot empty. */
  #slots: (Resource | undefined)[] = []
  #size = 0
  /** How many objects have a present id. Undefined, like the index, until it is asked for again. */
  #holders: Map<string, number> | undefined
  #index: Index | undefined

  get size(): number {
    return this.#size
  }

  list(): readonly Resource[] {
    return this.#slots.filter((resource) => resource !== undefined)
  }

  /** False, and nothing is added, when another object has the same present id. */
  append(resource: Resource): boolean {
    const holders = this.#present()
    const key = idKey(resource.id)
    if ((holders.get(key) ?? 0) > 0) return false
    holders.set(key, 1)
    this.#index?.add(this.#slots.length, resource)
    this.#slots.push(resource)
    this.#size += 1
    return true
  }

  /** Objects that a step has given one present id; empty when all differ. */
  clash(): readonly Resource[] {
    const holders = this.#present()
    if (holders.size === this.#size) return []
    const [shared] = [...holders].find(([, count]) => count > 1) ?? []
    return this.list().filter(({ id }) => idKey(id) === shared)
  }

  /** Every object that has or had this id. */
  withId(id: ResourceId): readonly Resource[] {
    return this.#at(idKey(id))
  }

  /** Every object that has or had this name. */
  withName(name: string): readonly Resource[] {
    return this.#at(nameKey(name))
  }

  /** Puts `next` in the place of `resource`; undefined drops it. */
  replace(resource: Resource, next: Resource | undefined): void {
    const index = this.#indexed()
    const slot = index.slotOf(resource)
    if (slot === undefined || next === resource) return
    this.#slots[slot] = next
    if (next === undefined) this.#size -= 1
    if (next?.id !== resource.id) this.#holders = undefined
    index.replace(slot, resource, next)
  }

  /** Changes every object in order; undefined drops it. */
  update(change: (resource: Resource) => Resource | undefined): void {
    this.#slots = this.list()
      .map(change)
      .filter((resource) => resource !== undefined)
    this.#size = this.#slots.length
    this.#holders = undefined
    this.#index = undefined
  }

  #present(): Map<string, number> {
    this.#holders ??= countHolders(this.#slots)
    return this.#holders
  }

  #indexed(): Index {
    this.#index ??= new Index(this.#slots)
    return this.#index
  }

  #at(key: string): readonly Resource[] {
    const slots = [...this.#indexed().slotsAt(key)].sort((a, b) => a - b)
    return slots.map((slot) => this.#slots[slot]).filter((resource) => resource !== undefined)
  }
}

function countHolders(slots: readonly (Resource | undefined)[]): Map<string, number> {
  const holders = new Map<string, number>()
  for (const resource of slots) {
    if (resource === undefined) continue
    const key = idKey(resource.id)
    holders.set(key, (holders.get(key) ?? 0) + 1)
  }
  return holders
}

class Index {
  readonly #slotOf = new Map<Resource, number>()
  readonly #slotsAt = new Map<string, Set<number>>()

  constructor(slots: readonly (Resource | undefined)[]) {
    for (const [slot, resource] of slots.entries()) if (resource !== undefined) this.add(slot, resource)
  }

  slotOf(resource: Resource): number | undefined {
    return this.#slotOf.get(resource)
  }

  slotsAt(key: string): Iterable<number> {
    return this.#slotsAt.get(key) ?? []
  }

  add(slot: number, resource: Resource): void {
    this.#slotOf.set(resource, slot)
    for (const key of keysOf(resource)) {
      const slots = this.#slotsAt.get(key)
      if (slots) slots.add(slot)
      else this.#slotsAt.set(key, new Set([slot]))
    }
  }

  replace(slot: number, resource: Resource, next: Resource | undefined): void {
    this.#slotOf.delete(resource)
    if (next !== undefined && next.id === resource.id && next.previous === resource.previous) {
      this.#slotOf.set(next, slot)
      return
    }
    for (const key of keysOf(resource)) this.#slotsAt.get(key)?.delete(slot)
    if (next !== undefined) this.add(slot, next)
  }
}

function keysOf(resource: Resource): readonly string[] {
  return everyId(resource).flatMap((id) => [idKey(id), nameKey(id.name)])
}

/** No id's key starts like this. */
function nameKey(name: string): string {
  return `name ${name}`
}
