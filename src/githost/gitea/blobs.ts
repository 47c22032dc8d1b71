import type { ObjectId } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { listOf } from '../answer.ts'
import { malformed } from '../failure.ts'
import type { BlobRequest } from '../git-host.ts'
import { contentOf, idOf, readBlob } from '../read-blob.ts'
import type { GiteaApi } from './gitea-api.ts'

type Blobs = Map<ObjectId, Uint8Array>

const singleReads = 4
const filesPerBatch = 30
const bytesPerBatch = 8_000_000

/**
 * Up to 4 blobs one by one; more in batches of 30 paths at the commit (`file-contents`, Gitea 1.24 and later), as
 * many as the host answers. What a batch does not carry (a symlink, a file of another id) and everything on hosts
 * without batches is read one by one.
 */
export async function readBlobs(
  api: GiteaApi,
  repository: Repository,
  wanted: readonly BlobRequest[],
): Promise<Blobs> {
  const unique = [...new Map(wanted.map((blob) => [blob.id, blob])).values()]
  const found: Blobs = new Map()
  if (unique.length > singleReads) await readBatches(api, repository, unique, found)
  const rest = unique.filter(({ id }) => !found.has(id))
  await Promise.all(
    rest.map(async ({ id, path }) => found.set(id, await readBlob(api, repository, id, path))),
  )
  return found
}

async function readBatches(
  api: GiteaApi,
  repository: Repository,
  wanted: readonly BlobRequest[],
  found: Blobs,
): Promise<void> {
  await Promise.all(batchesOf(wanted).map((batch) => readBatch(api, repository, batch, found)))
}

/** A host that answers fewer than it was asked for is asked again for the rest. */
async function readBatch(
  api: GiteaApi,
  repository: Repository,
  batch: readonly BlobRequest[],
  found: Blobs,
): Promise<void> {
  let rest = batch
  while (rest.length > 0) {
    const files = rest.map(({ path }) => path)
    const query = { ref: rest[0]?.commit ?? '', body: JSON.stringify({ files }) }
    const asked = `${files.length} files`
    const answer = await api({ repository, path: ['file-contents'], query, asked, absentOn: [404, 405, 414] })
    if (answer === undefined) return
    const contents = listOf(answer)
    if (contents === undefined) throw malformed(repository, asked)
    if (contents.length === 0) return
    for (const [index, blob] of rest.slice(0, contents.length).entries()) {
      const bytes = contentOf(contents[index])
      if (bytes !== undefined && idOf(blob.id, bytes) === blob.id) found.set(blob.id, bytes)
    }
    rest = rest.slice(contents.length)
  }
}

/** Batches of one commit each, bounded in files and in bytes. */
function batchesOf(wanted: readonly BlobRequest[]): readonly (readonly BlobRequest[])[] {
  const batches: BlobRequest[][] = []
  let size = 0
  for (const blob of wanted) {
    const last = batches.at(-1)
    size += blob.size ?? 0
    const fits = last?.[0]?.commit === blob.commit && last.length < filesPerBatch && size <= bytesPerBatch
    if (fits) last.push(blob)
    else {
      batches.push([blob])
      size = blob.size ?? 0
    }
  }
  return batches
}
