import type { ObjectId } from '../git/commit.ts'
import { formatOf, hashObject } from '../git/object-id.ts'
import type { Repository } from '../git/repository.ts'
import { textAt } from './answer.ts'
import { hostFailure, malformed } from './failure.ts'
import type { HostApi } from './host-api.ts'

/** One blob by its id, verified. */
export async function readBlob(
  api: HostApi,
  repository: Repository,
  id: ObjectId,
  path: string,
): Promise<Uint8Array> {
  const asked = `the content of ${path}`
  const answer = await api({ repository, path: ['git', 'blobs', id], asked, absentOn: [400, 404, 409, 422] })
  if (answer === undefined)
    throw hostFailure('not-found', repository, `${asked} (blob ${id}) is not on the Git host`)
  const bytes = contentOf(answer)
  if (bytes === undefined && textAt(answer, 'sha') === id) {
    throw hostFailure('too-large', repository, `${asked} is larger than the Git host hands out`)
  }
  if (bytes === undefined) throw malformed(repository, asked)
  if (idOf(id, bytes) === id) return bytes
  throw hostFailure(
    'hash-mismatch',
    repository,
    `the Git host's answer for blob ${id} of ${path} is not that blob`,
  )
}

/** What base64 says, whatever blanks are in it. */
export function contentOf(value: unknown): Uint8Array | undefined {
  const content = textAt(value, 'content')
  if (content === undefined || textAt(value, 'encoding') !== 'base64') return undefined
  try {
    return Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The id that bytes have in the format of another. */
export function idOf(id: ObjectId, bytes: Uint8Array): ObjectId {
  return hashObject('blob', bytes, formatOf(id))
}
