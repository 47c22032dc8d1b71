import { everyId, type Resource } from './resource.ts'
import { idKey, type ResourceId } from './resource-id.ts'

/** The objects of a build in their order, found by any id or name that they have or had. */
export class ResourceSet {
  /** A dropped object leaves its slot empty. */
  #slots: (Resource | undefined)[] = []
  #size = 0
  /** Undefined after a step that changes many objects; made when it is asked for. */
  #index: Index | undefined

  get size(): number {
    return this.#size
  }

  list(): readonly Resource[] {
    return this.#slots.filter((resource) => resource !== undefined)
  }

  /** False, and nothing is added, when another object has the same present id. */
  append(resource: Resource): boolean {
    const index = this.#indexed()
    if (index.holders(resource.id) > 0) return false
    index.add(this.#slots.length, resource)
    this.#slots.push(resource)
    this.#size += 1
    return true
  }

  /** Objects that a step has given one present id; empty when all differ. */
  clash(): readonly Resource[] {
    const key = this.#indexed().sharedKey
    return key === undefined ? [] : this.#at(key).filter(({ id }) => idKey(id) === key)
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
    if (next === undefined) {
      this.#size -= 1
      index.remove(slot, resource)
    } else index.replace(slot, resource, next)
  }

  /** Changes every object in order; undefined drops it. */
  update(change: (resource: Resource) => Resource | undefined): void {
    this.#slots = this.list()
      .map(change)
      .filter((resource) => resource !== undefined)
    this.#size = this.#slots.length
    this.#index = undefined
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

class Index {
  readonly #slotOf = new Map<Resource, number>()
  readonly #slotsAt = new Map<string, Set<number>>()
  /** How many objects have a present id. */
  readonly #holders = new Map<string, number>()
  readonly #shared = new Set<string>()

  constructor(slots: readonly (Resource | undefined)[]) {
    for (const [slot, resource] of slots.entries()) if (resource !== undefined) this.add(slot, resource)
  }

  get sharedKey(): string | undefined {
    const [key] = this.#shared
    return key
  }

  holders(id: ResourceId): number {
    return this.#holders.get(idKey(id)) ?? 0
  }

  slotOf(resource: Resource): number | undefined {
    return this.#slotOf.get(resource)
  }

  slotsAt(key: string): Iterable<number> {
    return this.#slotsAt.get(key) ?? []
  }

  add(slot: number, resource: Resource): void {
    this.#slotOf.set(resource, slot)
    this.#count(resource, 1)
    for (const key of keysOf(resource)) {
      const slots = this.#slotsAt.get(key)
      if (slots) slots.add(slot)
      else this.#slotsAt.set(key, new Set([slot]))
    }
  }

  remove(slot: number, resource: Resource): void {
    this.#slotOf.delete(resource)
    this.#count(resource, -1)
    for (const key of keysOf(resource)) this.#slotsAt.get(key)?.delete(slot)
  }

  replace(slot: number, resource: Resource, next: Resource): void {
    if (next.id === resource.id && next.previous === resource.previous) {
      this.#slotOf.delete(resource)
      this.#slotOf.set(next, slot)
    } else {
      this.remove(slot, resource)
      this.add(slot, next)
    }
  }

  #count({ id }: Resource, change: 1 | -1): void {
    const key = idKey(id)
    const holders = (this.#holders.get(key) ?? 0) + change
    this.#holders.set(key, holders)
    if (holders > 1) this.#shared.add(key)
    else this.#shared.delete(key)
  }
}

function keysOf(resource: Resource): readonly string[] {
  return everyId(resource).flatMap((id) => [idKey(id), nameKey(id.name)])
}

/** No id's key starts like this. */
function nameKey(name: string): string {
  return `name ${name}`
}
