import type { ObjectId } from './commit.ts'
import { SourceError } from './source-error.ts'

/** `path` is where the blob lies, symlinks resolved. */
export interface WantedBlob {
  readonly id: ObjectId
  readonly path: string
  readonly size?: number
}

/** In bytes. `total` counts each blob once over the life of the tree. */
export interface SourceLimits {
  readonly file: number
  readonly total: number
}

export const sourceLimits: SourceLimits = { file: 5_000_000, total: 50_000_000 }

type FetchBlobs = (wanted: readonly WantedBlob[]) => Promise<ReadonlyMap<ObjectId, Uint8Array>>

/** The blobs of one source tree: each is fetched once, and all of them together are bounded. */
export class BlobBudget {
  readonly #blobs = new Map<ObjectId, Uint8Array>()
  readonly #fetch: FetchBlobs
  readonly #limits: SourceLimits
  #total = 0

  constructor(fetch: FetchBlobs, limits: SourceLimits) {
    this.#fetch = fetch
    this.#limits = limits
  }

  /** Fetches what is missing and fits; what does not fit is refused when it is read. */
  async prefetch(wanted: readonly WantedBlob[]): Promise<void> {
    const missing = new Map<ObjectId, WantedBlob>()
    let total = this.#total
    for (const blob of wanted) {
      const size = blob.size ?? 0
      if (this.#blobs.has(blob.id) || size > this.#limits.file || total + size > this.#limits.total) continue
      if (!missing.has(blob.id)) total += size
      missing.set(blob.id, blob)
    }
    if (missing.size === 0) return
    const found = await this.#fetch([...missing.values()])
    for (const id of missing.keys()) this.#keep(id, found.get(id))
  }

  /** The bytes of one blob; errors name the path that was asked for. */
  async read(asked: string, blob: WantedBlob): Promise<Uint8Array> {
    if ((blob.size ?? 0) > this.#limits.file) throw this.#tooLarge(asked)
    await this.prefetch([blob])
    const bytes = this.#blobs.get(blob.id)
    if (bytes === undefined || this.#total > this.#limits.total) throw this.#tooMuch(asked)
    if (bytes.length > this.#limits.file) throw this.#tooLarge(asked)
    return bytes
  }

  #keep(id: ObjectId, bytes: Uint8Array | undefined): void {
    if (bytes === undefined || this.#blobs.has(id)) return
    this.#blobs.set(id, bytes)
    this.#total += bytes.length
  }

  #tooLarge(path: string): SourceError {
    return new SourceError(
      'too-large',
      path,
      `is larger than ${this.#limits.file} bytes, the most a file may have`,
    )
  }

  #tooMuch(path: string): SourceError {
    const { total } = this.#limits
    return new SourceError('too-large', path, `the files read from this commit exceed ${total} bytes in all`)
  }
}
