import { type Repository, sameRepository } from './repository.ts'

/** A Git object id in lower-case hex: 40 digits (SHA-1) or 64 (SHA-256). */
export type ObjectId = string & { readonly brand: 'ObjectId' }

/** The object id of a commit. */
export type CommitSha = ObjectId & { readonly commit: true }

/** Value 2 of the pipe. Its files are read through a `SourceTree`. */
export interface Commit {
  readonly repository: Repository
  readonly sha: CommitSha
}

const hexId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

export function isObjectId(text: string): text is ObjectId {
  return hexId.test(text)
}

export function isCommitSha(text: string): text is CommitSha {
  return isObjectId(text)
}

export function sameCommit(a: Commit, b: Commit): boolean {
  return a.sha === b.sha && sameRepository(a.repository, b.repository)
}

/** The first seven digits, as Argo CD and git show them. */
export function shortSha(sha: CommitSha): string {
  return sha.slice(0, 7)
}
