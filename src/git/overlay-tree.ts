import { mapBounded } from '../map-bounded.ts'
import { compareBytes } from './byte-order.ts'
import type { ObjectId } from './commit.ts'
import { formatOf, hashTree, type TreeMode } from './object-id.ts'
import type { ObjectReader } from './object-tree.ts'
import { joinPath } from './path.ts'
import type { TreeEntry } from './source-tree.ts'

/** The two sides of a merge, and the commit that they have in common. */
export interface Sides<Value> {
  readonly base: Value
  readonly head: Value
  readonly ancestor: Value
}

/** What merging would give, without a merge: the base with the paths laid over it that the head changed. */
export interface Overlay {
  readonly root: ObjectId
  /** Directories that neither side has as they are in the result, by their ids. */
  readonly trees: ReadonlyMap<ObjectId, readonly TreeEntry[]>
  /** Paths that both sides changed, each otherwise, in byte order; there the result is the base. */
  readonly conflicts: readonly string[]
}

type ReadTree = ObjectReader['tree']
type Entry = TreeEntry | undefined

const readAtOnce = 8

/**
 * Lays the head over the base; the sides are root trees. Trees are compared by id and entered only where all three
 * differ, so that it costs what both sides changed. Files are taken whole from the side that changed them, and executable
 * bits are not looked at.
 */
export async function overlayTrees(roots: Sides<ObjectId>, tree: ReadTree): Promise<Overlay> {
  const merging: Merging = { tree, trees: new Map(), conflicts: new Set() }
  const rootOf = (id: ObjectId): Entry => ({ name: '', kind: 'directory', id })
  const merged = await mergeEntry('', mapSides(roots, rootOf), merging)
  const root = merged?.id ?? keepTree([], roots.base, merging)
  return { root, trees: merging.trees, conflicts: [...merging.conflicts].sort(compareBytes) }
}

/** Reads the result: its own trees, and every other object from where both sides lie. */
export function overlayReader({ trees }: Overlay, objects: ObjectReader): ObjectReader {
  return {
    tree: async (id) => trees.get(id) ?? (await objects.tree(id)),
    blobs: (wanted) => objects.blobs(wanted),
  }
}

interface Merging {
  readonly tree: ReadTree
  readonly trees: Map<ObjectId, readonly TreeEntry[]>
  readonly conflicts: Set<string>
}

/** Path by path: a name may be a file on one side and a directory on another, and each is merged with its like. */
async function mergeEntry(path: string, sides: Sides<Entry>, merging: Merging): Promise<Entry> {
  const settled = settle(sides)
  if (settled !== undefined) return settled.entry
  const file = mergeFile(path, mapSides(sides, fileOf), merging)
  const directory = await mergeDirectory(path, mapSides(sides, directoryOf), merging)
  if (file === undefined || directory === undefined) return file ?? directory
  merging.conflicts.add(path)
  return sides.base
}

/** What only one side changed, or both alike. */
function settle({ base, head, ancestor }: Sides<Entry>): { readonly entry: Entry } | undefined {
  if (isSame(base, head) || isSame(head, ancestor)) return { entry: base }
  return isSame(base, ancestor) ? { entry: head } : undefined
}

function mergeFile(path: string, sides: Sides<Entry>, merging: Merging): Entry {
  const settled = settle(sides)
  if (settled !== undefined) return settled.entry
  merging.conflicts.add(path)
  return sides.base
}

async function mergeDirectory(path: string, sides: Sides<Entry>, merging: Merging): Promise<Entry> {
  const settled = settle(sides)
  if (settled !== undefined) return settled.entry
  const listed = await listSides(sides, merging.tree)
  const names = new Set([...listed.base.keys(), ...listed.head.keys(), ...listed.ancestor.keys()])
  const merged = await mapBounded([...names], readAtOnce, (name) =>
    mergeEntry(
      joinPath(path, name),
      mapSides(listed, (entries) => entries.get(name)),
      merging,
    ),
  )
  const entries = merged.filter((entry) => entry !== undefined)
  const [first] = entries
  if (first === undefined) return undefined
  if (isListing(entries, listed.base)) return sides.base
  if (isListing(entries, listed.head)) return sides.head
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { name, kind: 'directory', id: keepTree(entries, first.id, merging) }
}

type Listing = ReadonlyMap<string, TreeEntry>

async function listSides({ base, head, ancestor }: Sides<Entry>, tree: ReadTree): Promise<Sides<Listing>> {
  const list = async (entry: Entry): Promise<Listing> =>
    new Map((entry === undefined ? [] : await tree(entry.id)).map((child) => [child.name, child]))
  const [ofBase, ofHead, ofAncestor] = await Promise.all([list(base), list(head), list(ancestor)])
  return { base: ofBase, head: ofHead, ancestor: ofAncestor }
}

const modes: Readonly<Record<TreeEntry['kind'], TreeMode>> = {
  file: '100644',
  directory: '40000',
  symlink: '120000',
  submodule: '160000',
}

/** Under the id that git would give it, executable bits aside; `like` is an id of the same format. */
function keepTree(entries: readonly TreeEntry[], like: ObjectId, { trees }: Merging): ObjectId {
  const lines = entries.map(({ name, kind, id }) => ({ name, id, mode: modes[kind] }))
  const id = hashTree(lines, formatOf(like))
  trees.set(id, entries)
  return id
}

function isListing(entries: readonly TreeEntry[], listing: Listing): boolean {
  return entries.length === listing.size && entries.every((entry) => isSame(entry, listing.get(entry.name)))
}

function isSame(a: Entry, b: Entry): boolean {
  return a?.kind === b?.kind && a?.id === b?.id
}

function fileOf(entry: Entry): Entry {
  return entry?.kind === 'directory' ? undefined : entry
}

function directoryOf(entry: Entry): Entry {
  return entry?.kind === 'directory' ? entry : undefined
}

function mapSides<From, To>({ base, head, ancestor }: Sides<From>, map: (value: From) => To): Sides<To> {
  return { base: map(base), head: map(head), ancestor: map(ancestor) }
}
