import { isObjectId } from '../git/commit.ts'
import type { TreeLine } from '../git/object-id.ts'
import type { TreeEntry } from '../git/source-tree.ts'
import { numberAt, textAt } from './answer.ts'

/** One line of a tree as a host lists it: as it is hashed, and as it is told. */
export interface ListedLine {
  /** From where the listing starts; the name alone where one level is listed. */
  readonly path: string
  readonly line: TreeLine
  readonly entry: TreeEntry
}

/** Undefined where it is none. */
export function readTreeLine(value: unknown): ListedLine | undefined {
  const path = textAt(value, 'path')
  const mode = textAt(value, 'mode')?.replace(/^0+/, '')
  const id = textAt(value, 'sha')
  const kind = mode === undefined ? undefined : kindOf(mode)
  if (path === undefined || mode === undefined || kind === undefined || id === undefined || !isObjectId(id))
    return undefined
  const name = path.slice(path.lastIndexOf('/') + 1)
  const size = kind === 'file' || kind === 'symlink' ? numberAt(value, 'size') : undefined
  const entry = { name, kind, id, ...(size === undefined ? {} : { size }) }
  return { path, line: { mode, name, id }, entry }
}

function kindOf(mode: string): TreeEntry['kind'] | undefined {
  if (mode === '40000') return 'directory'
  if (mode === '120000') return 'symlink'
  if (mode === '160000') return 'submodule'
  return /^100[0-7]{3}$/.test(mode) ? 'file' : undefined
}
