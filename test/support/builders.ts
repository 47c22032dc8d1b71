import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type CommitSha, isCommitSha } from '../../src/git/commit.ts'

/** A valid commit id that is the same for the same word. */
export function aSha(word: string): CommitSha {
  const id = bytesToHex(sha1(utf8ToBytes(word)))
  if (!isCommitSha(id)) throw new Error(`not an id: ${id}`)
  return id
}
