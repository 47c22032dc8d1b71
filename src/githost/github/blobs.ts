import { isObjectId, type ObjectId } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { fieldAt, listAt, textAt } from '../answer.ts'
import { hostFailure } from '../failure.ts'
import type { BlobRequest } from '../git-host.ts'
import { GitHostError } from '../git-host-error.ts'
import type { HostApi } from '../host-api.ts'
import { idOf, readBlob } from '../read-blob.ts'
import type { GithubApi } from './github-api.ts'

type Blobs = Map<ObjectId, Uint8Array>

const singleReads = 4
const blobsPerBatch = 40
const bytesPerBatch = 1_000_000
/** Of a blob whose size nobody told. */
const likelyBytes = 10_000

/**
 * Up to 4 blobs one by one; more in GraphQL queries of up to 40. What a query does not carry (binary, cut off, no UTF-8,
 * not there) is read one by one, and everything where GraphQL does not answer.
 */
export async function readBlobs(
  { rest, graphql }: GithubApi,
  repository: Repository,
  wanted: readonly BlobRequest[],
): Promise<Blobs> {
  const unique = [...new Map(wanted.map((blob) => [blob.id, blob])).values()]
  const found: Blobs = new Map()
  if (graphql !== undefined && unique.length > singleReads) {
    await Promise.all(batchesOf(unique).map((batch) => readBatch(graphql, repository, batch, found)))
  }
  const left = unique.filter(({ id }) => !found.has(id))
  await Promise.all(
    left.map(async ({ id, path }) => found.set(id, await readBlob(rest, repository, id, path))),
  )
  return found
}

/** A query that is too much for GitHub ends in errors beside what it did find: the rest is asked for in halves. */
async function readBatch(
  graphql: HostApi,
  repository: Repository,
  batch: readonly BlobRequest[],
  found: Blobs,
): Promise<void> {
  const answer = await askFor(graphql, repository, batch)
  const objects = fieldAt(fieldAt(answer, 'data'), 'repository')
  for (const [index, { id }] of batch.entries()) {
    const bytes = textOf(fieldAt(objects, `b${index}`))
    if (bytes !== undefined && idOf(id, bytes) === id) found.set(id, bytes)
  }
  const left = batch.filter((_, index) => fieldAt(objects, `b${index}`) == null)
  if (left.length < 2 || !isTooMuch(answer)) return
  const half = Math.ceil(left.length / 2)
  await readBatch(graphql, repository, left.slice(0, half), found)
  await readBatch(graphql, repository, left.slice(half), found)
}

/** Undefined where GraphQL does not answer: everything can be read without it. */
async function askFor(
  graphql: HostApi,
  repository: Repository,
  batch: readonly BlobRequest[],
): Promise<unknown> {
  const { owner, name } = repository
  const fields = batch.map(({ id }, index) => `b${index}:object(oid:"${checked(repository, id)}"){...b}`)
  const query = `query($owner:String!,$name:String!){repository(owner:$owner,name:$name){${fields.join(' ')}}} fragment b on Blob{isBinary isTruncated text}`
  const body = { query, variables: { owner, name } }
  try {
    return await graphql({ repository, at: 'host', path: ['graphql'], body, asked: `${batch.length} files` })
  } catch (error) {
    if (error instanceof GitHostError && error.code !== 'unauthorized') return undefined
    throw error
  }
}

function checked(repository: Repository, id: ObjectId): string {
  if (isObjectId(id)) return id
  throw hostFailure('refused', repository, `${JSON.stringify(id)} is no object id`)
}

/** Errors of a kind, such as an exhausted budget, are no matter of size. */
function isTooMuch(answer: unknown): boolean {
  const errors = listAt(answer, 'errors') ?? []
  const types = errors.map((error) => textAt(error, 'type'))
  return (
    errors.length > 0 && types.every((type) => type === undefined || /LIMITS_EXCEEDED|TIMEOUT/.test(type))
  )
}

function textOf(blob: unknown): Uint8Array | undefined {
  const text = textAt(blob, 'text')
  const isWhole = fieldAt(blob, 'isBinary') === false && fieldAt(blob, 'isTruncated') === false
  return text !== undefined && isWhole ? new TextEncoder().encode(text) : undefined
}

/** Bounded in blobs and in bytes. */
function batchesOf(wanted: readonly BlobRequest[]): readonly (readonly BlobRequest[])[] {
  const batches: BlobRequest[][] = []
  let size = 0
  for (const blob of wanted) {
    const own = blob.size ?? likelyBytes
    const last = batches.at(-1)
    const fits = last !== undefined && last.length < blobsPerBatch && size + own <= bytesPerBatch
    if (fits) last.push(blob)
    else batches.push([blob])
    size = fits ? size + own : own
  }
  return batches
}
