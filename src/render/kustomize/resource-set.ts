import { everyId, type Resource } from './resource.ts'
import { idKey, type ResourceId } from './resource-id.ts'

/** The objects of a build in their order, found by any id or name that they have or had. */
export class ResourceSet {
  /** A dropped object leaves its slot empty. */
  readonly #slots: (Resource | undefined)[] = []
  readonly #slotOf = new Map<Resource, number>()
  readonly #index = new Map<string, Set<number>>()
  /** How many objects have a present id. */
  readonly #holders = new Map<string, number>()
  readonly #shared = new Set<string>()

  get size(): number {
    return this.#slotOf.size
  }

  list(): readonly Resource[] {
    return this.#slots.filter((resource) => resource !== undefined)
  }

  /** False, and nothing is added, when another object has the same present id. */
  append(resource: Resource): boolean {
    const key = idKey(resource.id)
    if (this.withId(resource.id).some((other) => idKey(other.id) === key)) return false
    this.#put(this.#slots.length, resource)
    return true
  }

  /** Objects that a step has given one present id; empty when all differ. */
  clash(): readonly Resource[] {
    const [key] = this.#shared
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
    const slot = this.#slotOf.get(resource)
    if (slot === undefined || next === resource) return
    this.#slotOf.delete(resource)
    this.#slots[slot] = undefined
    if (next !== undefined && next.id === resource.id && next.previous === resource.previous) {
      this.#hold(slot, next)
      return
    }
    this.#count(resource, -1)
    for (const key of keysOf(resource)) this.#index.get(key)?.delete(slot)
    if (next !== undefined) this.#put(slot, next)
  }

  /** Changes every object in order; undefined drops it. */
  update(change: (resource: Resource) => Resource | undefined): void {
    for (const resource of this.list()) this.replace(resource, change(resource))
  }

  #hold(slot: number, resource: Resource): void {
    this.#slots[slot] = resource
    this.#slotOf.set(resource, slot)
  }

  #put(slot: number, resource: Resource): void {
    this.#hold(slot, resource)
    this.#count(resource, 1)
    for (const key of keysOf(resource)) {
      const slots = this.#index.get(key)
      if (slots) slots.add(slot)
      else this.#index.set(key, new Set([slot]))
    }
  }

  #count({ id }: Resource, change: 1 | -1): void {
    const key = idKey(id)
    const holders = (this.#holders.get(key) ?? 0) + change
    this.#holders.set(key, holders)
    if (holders > 1) this.#shared.add(key)
    else this.#shared.delete(key)
  }

  #at(key: string): readonly Resource[] {
    const slots = [...(this.#index.get(key) ?? [])].sort((a, b) => a - b)
    return slots.map((slot) => this.#slots[slot]).filter((resource) => resource !== undefined)
  }
}

function keysOf(resource: Resource): readonly string[] {
  return everyId(resource).flatMap((id) => [idKey(id), nameKey(id.name)])
}

/** No id's key starts like this. */
function nameKey(name: string): string {
  return `name ${name}`
}
