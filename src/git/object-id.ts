import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { joinBytes } from '../join-bytes.ts'
import { compareBytes } from './byte-order.ts'
import type { CommitSha, ObjectId } from './commit.ts'

export type ObjectFormat = 'sha1' | 'sha256'
export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

/** The modes that git writes: file, executable file, symlink, submodule, directory. */
export type TreeMode = '100644' | '100755' | '120000' | '160000' | '40000'

/** One line of a tree object. `mode` is octal without leading zeros, as git hashes it. */
export interface TreeLine {
  readonly mode: string
  readonly name: string
  readonly id: ObjectId
}

const hashes = { sha1, sha256 }

/** A repository's object format shows in the length of its ids. */
export function formatOf(id: ObjectId): ObjectFormat {
  return id.length === 64 ? 'sha256' : 'sha1'
}

/** The id git gives an object: the hash of `type`, length, NUL and body. */
export function hashObject(type: ObjectType, body: Uint8Array, format: ObjectFormat = 'sha1'): ObjectId {
  const hash = hashes[format].create()
  hash.update(utf8ToBytes(`${type} ${body.length}\0`)).update(body)
  return bytesToHex(hash.digest()) as ObjectId
}

export function hashCommit(body: Uint8Array, format: ObjectFormat = 'sha1'): CommitSha {
  return hashObject('commit', body, format) as CommitSha
}

/** The body of a tree object, its lines in git's order: bytewise, directories as if their names ended in `/`. */
export function encodeTree(lines: readonly TreeLine[]): Uint8Array {
  const sorted = lines.toSorted((a, b) => compareBytes(sortName(a), sortName(b)))
  return joinBytes(sorted.flatMap(({ mode, name, id }) => [utf8ToBytes(`${mode} ${name}\0`), hexToBytes(id)]))
}

export function hashTree(lines: readonly TreeLine[], format: ObjectFormat = 'sha1'): ObjectId {
  return hashObject('tree', encodeTree(lines), format)
}

function sortName(line: TreeLine): string {
  return line.mode === '40000' ? `${line.name}/` : line.name
}
