import type { ObjectId } from './commit.ts'
import { hashObject, hashTree, type ObjectFormat, type TreeMode } from './object-id.ts'
import { normalisePath } from './path.ts'
import { SourceError } from './source-error.ts'
import type { TreeEntry } from './source-tree.ts'

/** What a path holds: a text or bytes, a symlink to a target, or a submodule at a commit. */
export type FileContent =
  | string
  | Uint8Array
  | { readonly executable: string }
  | { readonly symlink: string }
  | { readonly submodule: ObjectId }

/** A path with its mode and the id of what lies there. */
export interface TreeFile {
  readonly path: string
  readonly mode: TreeMode
  readonly id: ObjectId
  readonly size?: number
}

/** A tree object's lines; `kind` is what its mode says. */
export interface ModedEntry extends TreeEntry {
  readonly mode: TreeMode
}

export interface BuiltTree {
  readonly root: ObjectId
  readonly trees: ReadonlyMap<ObjectId, readonly ModedEntry[]>
}

const kinds = {
  '100644': 'file',
  '100755': 'file',
  '120000': 'symlink',
  '160000': 'submodule',
  '40000': 'directory',
} as const

/** The blob of a content with its mode and id; a submodule has none. */
export function fileObject(
  content: FileContent,
  format: ObjectFormat = 'sha1',
): { readonly mode: TreeMode; readonly id: ObjectId; readonly bytes?: Uint8Array } {
  if (typeof content === 'string') return blobObject('100644', new TextEncoder().encode(content), format)
  if (content instanceof Uint8Array) return blobObject('100644', content, format)
  if ('submodule' in content) return { mode: '160000', id: content.submodule }
  if ('symlink' in content) return blobObject('120000', new TextEncoder().encode(content.symlink), format)
  return blobObject('100755', new TextEncoder().encode(content.executable), format)
}

function blobObject(mode: TreeMode, bytes: Uint8Array, format: ObjectFormat) {
  return { mode, id: hashObject('blob', bytes, format), bytes }
}

/** Makes git's tree objects out of a flat list. A path that is file and directory at once is a `bad-path`. */
export function buildTree(files: readonly TreeFile[], format: ObjectFormat = 'sha1'): BuiltTree {
  const trees = new Map<ObjectId, readonly ModedEntry[]>()
  const root = buildDirectory(
    files.map((file) => ({ file, names: normalisePath(file.path).split('/') })),
    0,
    { trees, format },
  )
  return { root, trees }
}

interface Named {
  readonly file: TreeFile
  readonly names: readonly string[]
}

interface Target {
  readonly trees: Map<ObjectId, readonly ModedEntry[]>
  readonly format: ObjectFormat
}

function buildDirectory(files: readonly Named[], depth: number, target: Target): ObjectId {
  const groups = new Map<string, Named[]>()
  for (const file of files) {
    const name = file.names[depth] ?? ''
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [file])
    else group.push(file)
  }
  const entries = [...groups].map(([name, group]) => buildEntry(name, group, depth, target))
  const id = hashTree(entries, target.format)
  target.trees.set(id, entries)
  return id
}

function buildEntry(name: string, group: readonly Named[], depth: number, target: Target): ModedEntry {
  const leaf = group.find(({ names }) => names.length === depth + 1)
  if (leaf === undefined) {
    return { name, mode: '40000', kind: 'directory', id: buildDirectory(group, depth + 1, target) }
  }
  const { path, mode, id, size } = leaf.file
  if (name === '' || group.length > 1)
    throw new SourceError('bad-path', path, 'is a file and a directory at once')
  return { name, mode, kind: kinds[mode], id, ...(size === undefined ? {} : { size }) }
}
