import { ClusterError } from '../cluster/cluster-error.ts'
import { deleteObject } from '../cluster/requests.ts'
import { isObjectId, type ObjectId } from '../git/commit.ts'
import type { Inputs } from '../git/inputs.ts'
import { isJsonObject } from '../kube/json.ts'
import type { StringMap } from '../kube/manifest.ts'
import { digestOf } from './digest.ts'
import type { Inventory } from './inventory.ts'
import { pack, splitText, unpack } from './packed.ts'
import { corruptRecord, type RecordSubject } from './record-error.ts'
import {
  checkVersion,
  type RecordPlace,
  readMap,
  recordAddress,
  recordSubject,
  type StoredMap,
  swapMap,
} from './record-store.ts'
import { commitSha, listOf, objectKey, objectOf, oneOf, type Shape, ShapeError, text } from './shape.ts'

/** Characters of one ConfigMap's share; the API server takes 1 MiB. */
const partSize = 512 * 1024

export interface StoredInventory {
  readonly inventory: Inventory
  readonly resourceVersion: string
  /** Names of the ConfigMaps after the first. */
  readonly parts: readonly string[]
}

export type InventorySwap =
  | { readonly kind: 'written'; readonly stored: StoredInventory }
  | { readonly kind: 'lost' }

const objectId: Shape<ObjectId> = (value, at) => {
  const written = text(value, at)
  if (!isObjectId(written)) throw new ShapeError(`${at} is no object id`)
  return written
}

const texts: Shape<StringMap> = (value, at) => {
  if (!isJsonObject(value)) throw new ShapeError(`${at} is not an object`)
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, text(entry, `${at}[${key}]`)]))
}

export const inputsShape: Shape<Inputs> = listOf(
  objectOf({ path: text, kind: oneOf('file', 'directory', 'absent') }, { id: objectId }),
)

const inventoryShape: Shape<Inventory> = objectOf(
  {
    objects: listOf(objectOf({ key: objectKey }, { uid: text })),
    inputs: inputsShape,
    verdicts: texts,
  },
  { commit: commitSha },
)

/**
 * Undefined before the first sync. Throws `RecordError`: a damaged inventory is never an empty one. A rewrite between
 * two of the reads leaves parts that do not fit together, so they are read once more before that is believed.
 */
export async function readInventory(place: RecordPlace): Promise<StoredInventory | undefined> {
  const first = await readMap(place, place.names.inventory)
  if (first === undefined) return undefined
  const whole = (await joinParts(place, first)) ?? (await readAgain(place))
  const inventory = await parse(whole.packed).catch((error: unknown) => {
    throw corruptRecord(subjectOf(place), error instanceof ShapeError ? error.message : 'it cannot be read')
  })
  return { inventory, resourceVersion: whole.resourceVersion, parts: whole.parts }
}

interface Whole extends Pick<StoredInventory, 'resourceVersion' | 'parts'> {
  readonly packed: string
}

async function readAgain(place: RecordPlace): Promise<Whole> {
  const first = await readMap(place, place.names.inventory)
  const whole = first && (await joinParts(place, first))
  if (whole === undefined) throw corruptRecord(subjectOf(place), 'its parts do not fit together')
  return whole
}

async function joinParts(
  place: RecordPlace,
  { data, resourceVersion }: StoredMap,
): Promise<Whole | undefined> {
  checkVersion(subjectOf(place), data.version)
  const parts = partNames(place, data)
  const texts = [data.part]
  for (const name of parts) texts.push((await readMap(place, name))?.data.part)
  const packed = texts.join('')
  const isWhole = !texts.includes(undefined) && digestOf(packed) === data.digest
  return isWhole ? { packed, resourceVersion, parts } : undefined
}

async function parse(packed: string): Promise<Inventory> {
  return inventoryShape(await unpack(packed), '')
}

/**
 * Compare-and-swap of the whole inventory on what was read; undefined when there was none. Further parts are written
 * before the first, under names that no other write uses, so that readers see the old inventory or the new one.
 */
export async function writeInventory(
  place: RecordPlace,
  inventory: Inventory,
  basis: StoredInventory | undefined,
): Promise<InventorySwap> {
  const packed = await pack(inventory)
  const [first = '', ...rest] = splitText(packed, partSize)
  const id = digestOf(packed, basis?.resourceVersion ?? '')
  const head = { version: '1', digest: digestOf(packed), part: first, ...partReferences(rest, id) }
  const parts = partNames(place, head)
  for (const [i, name] of parts.entries()) {
    await swapMap(place, 'inventory-part', name, { part: rest[i] ?? '' }, undefined)
  }
  const swap = await swapMap(place, 'inventory', place.names.inventory, head, basis?.resourceVersion)
  if (swap.kind === 'lost') return swap
  await deleteParts(place, basis?.parts ?? [])
  return { kind: 'written', stored: { inventory, resourceVersion: swap.resourceVersion, parts } }
}

function partReferences(rest: readonly string[], id: string): StringMap {
  return rest.length === 0 ? {} : { parts: String(rest.length), partsId: id.slice(0, 10) }
}

/** The names of the parts after the first. */
function partNames(place: RecordPlace, { parts = '0', partsId = '' }: StringMap): readonly string[] {
  const count = /^\d{1,3}$/.test(parts) ? Number(parts) : 0
  return Array.from({ length: count }, (_, i) => `${place.names.inventory}-${partsId}-${i + 1}`)
}

/** What nothing refers to any more; one that stays behind does no harm. */
async function deleteParts({ cluster }: RecordPlace, names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      await deleteObject(cluster, recordAddress(name))
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
    }
  }
}

function subjectOf(place: RecordPlace): RecordSubject {
  return recordSubject(place, place.names.inventory)
}
