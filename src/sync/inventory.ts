import type { CommitSha } from '../git/commit.ts'
import type { Inputs } from '../git/inputs.ts'
import type { StringMap } from '../kube/manifest.ts'
import { compareKeys, formatKey, type ObjectKey } from '../kube/object-key.ts'

/** What an application has in its cluster, and what the last look at it rested on. Kept in the cluster. */
export interface Inventory {
  /** Sorted by key. */
  readonly objects: readonly InventoryObject[]
  /** The commit that `inputs` are of. */
  readonly commit?: CommitSha
  readonly inputs: Inputs
  /** By formatted key: what the judge called equal, as the text that the comparison made of it. */
  readonly verdicts: StringMap
}

export interface InventoryObject {
  readonly key: ObjectKey
  /** Absent from before the object's wave until the API server has answered the apply. */
  readonly uid?: string
}

export const emptyInventory: Inventory = { objects: [], inputs: [], verdicts: {} }

/** With these keys in it; the same inventory when nothing was to be added. */
export function withKeys(inventory: Inventory, keys: readonly ObjectKey[]): Inventory {
  const known = new Set(inventory.objects.map(({ key }) => formatKey(key)))
  const added = keys.filter((key) => !known.has(formatKey(key)))
  if (added.length === 0) return inventory
  return { ...inventory, objects: sorted([...inventory.objects, ...added.map((key) => ({ key }))]) }
}

/** With these uids in it; the same inventory when it knew them all. */
export function withUids(inventory: Inventory, seen: readonly Required<InventoryObject>[]): Inventory {
  const old = new Map(inventory.objects.map((object) => [formatKey(object.key), object]))
  const news = seen.filter(({ key, uid }) => old.get(formatKey(key))?.uid !== uid)
  if (news.length === 0) return inventory
  const all = new Map([...old, ...news.map((object) => [formatKey(object.key), object] as const)])
  return { ...inventory, objects: sorted([...all.values()]) }
}

/** Without these objects, each the one with that uid; the same inventory when it held none of them. */
export function withoutObjects(inventory: Inventory, gone: readonly Required<InventoryObject>[]): Inventory {
  const uids = new Map(gone.map(({ key, uid }) => [formatKey(key), uid]))
  const objects = inventory.objects.filter(({ key, uid }) => {
    const dropped = uids.get(formatKey(key))
    return dropped === undefined || (uid !== undefined && uid !== dropped)
  })
  return objects.length === inventory.objects.length ? inventory : { ...inventory, objects }
}

function sorted(objects: readonly InventoryObject[]): readonly InventoryObject[] {
  return objects.toSorted((a, b) => compareKeys(a.key, b.key))
}
