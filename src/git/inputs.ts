import type { ObjectId } from './commit.ts'

/**
 * Everything a render asked of its source tree: a later commit that answers the same renders the same.
 * Sorted by path; `id` is a blob or tree id, absent where the path was looked up in vain and for a directory that
 * was looked up but not listed.
 */
export interface Input {
  readonly path: string
  readonly kind: 'file' | 'directory' | 'absent'
  readonly id?: ObjectId
}

export type Inputs = readonly Input[]
