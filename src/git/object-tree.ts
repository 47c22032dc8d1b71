import { BlobBudget, type SourceLimits, sourceLimits, type WantedBlob } from './blob-budget.ts'
import { compareBytes } from './byte-order.ts'
import type { ObjectId } from './commit.ts'
import { joinPath, normalisePath, parentPath, resolvePath } from './path.ts'
import { SourceError } from './source-error.ts'
import { decodeText, refuseLfsPointer } from './source-text.ts'
import type { LocatedEntry, SourceBytes, SourceFile, SourceTree, TreeEntry } from './source-tree.ts'

/** Where a source tree finds its objects, verified against their ids already. */
export interface ObjectReader {
  tree(id: ObjectId): Promise<readonly TreeEntry[]>
  /** Every blob that was asked for, in as few requests as it takes. */
  blobs(wanted: readonly WantedBlob[]): Promise<ReadonlyMap<ObjectId, Uint8Array>>
}

/** A source tree over git objects: follows symlinks inside the repository, refuses what must not be read. */
export function objectTree(
  root: ObjectId,
  objects: ObjectReader,
  limits: SourceLimits = sourceLimits,
): SourceTree {
  return new ObjectTree(root, objects, limits)
}

const linkDepth = 8

/** An entry with the path where it really lies, symlinks resolved. */
interface Place {
  readonly path: string
  readonly entry: TreeEntry
}

/** A walk on behalf of the path `asked`, and the symlinks it has followed. */
interface Walk {
  readonly asked: string
  readonly links: ReadonlySet<string>
}

class ObjectTree implements SourceTree {
  readonly #root: Place
  readonly #objects: ObjectReader
  readonly #blobs: BlobBudget
  readonly #trees = new Map<ObjectId, Promise<ReadonlyMap<string, TreeEntry>>>()

  constructor(root: ObjectId, objects: ObjectReader, limits: SourceLimits) {
    this.#root = { path: '', entry: { name: '', kind: 'directory', id: root } }
    this.#objects = objects
    this.#blobs = new BlobBudget((wanted) => objects.blobs(wanted), limits)
  }

  async lookup(path: string): Promise<LocatedEntry | undefined> {
    const place = await this.#locate(path)
    return place && { ...place.entry, path: place.path }
  }

  async list(path: string): Promise<readonly TreeEntry[]> {
    const { entry } = await this.#existing(path)
    if (entry.kind !== 'directory')
      throw new SourceError('not-a-directory', path, 'is a file, not a directory')
    const entries = await this.#tree(entry.id)
    return [...entries.values()].sort((a, b) => compareBytes(a.name, b.name))
  }

  async read(path: string): Promise<SourceFile> {
    const { id, bytes } = await this.readBytes(path)
    return { id, text: decodeText(path, bytes) }
  }

  async readBytes(path: string): Promise<SourceBytes> {
    const place = await this.#existing(path)
    if (place.entry.kind !== 'file') throw new SourceError('not-a-file', path, 'is a directory, not a file')
    const bytes = await this.#blobs.read(path, wantedAt(place))
    refuseLfsPointer(path, bytes)
    return { id: place.entry.id, bytes }
  }

  async prefetch(paths: readonly string[]): Promise<void> {
    const places = await Promise.all(paths.map((path) => this.#locate(path).catch(ignoreSourceError)))
    const files = places.filter((place) => place !== undefined).filter(({ entry }) => entry.kind === 'file')
    await this.#blobs.prefetch(files.map(wantedAt)).catch(ignoreSourceError)
  }

  async #existing(path: string): Promise<Place> {
    const place = await this.#locate(path)
    if (place === undefined) throw new SourceError('missing', path, 'does not exist in this commit')
    if (place.entry.kind === 'submodule') throw throughSubmodule(path, place)
    return place
  }

  async #locate(path: string): Promise<Place | undefined> {
    return this.#walk(normalisePath(path), { asked: path, links: new Set() })
  }

  async #walk(path: string, walk: Walk): Promise<Place | undefined> {
    let place = this.#root
    const names = path === '' ? [] : path.split('/')
    for (const [index, name] of names.entries()) {
      const found = await this.#step(place, name, walk)
      if (found === undefined) return undefined
      if (found.entry.kind === 'symlink') return this.#follow(found, names.slice(index + 1), walk)
      place = found
    }
    return place
  }

  async #step({ path, entry }: Place, name: string, walk: Walk): Promise<Place | undefined> {
    if (entry.kind === 'submodule') throw throughSubmodule(walk.asked, { path, entry })
    if (entry.kind !== 'directory') return undefined
    const found = (await this.#tree(entry.id)).get(name)
    return found === undefined ? undefined : { path: joinPath(path, name), entry: found }
  }

  /** The walk starts again at the symlink's target, followed by the names that were still to come. */
  async #follow(link: Place, names: readonly string[], walk: Walk): Promise<Place | undefined> {
    const target = await this.#target(link, walk)
    const path = [target, ...names].filter((part) => part !== '').join('/')
    if (walk.links.has(path)) throw loop(walk, `the symlink ${link.path} leads back to itself`)
    if (walk.links.size >= linkDepth) throw loop(walk, `more than ${linkDepth} symlinks follow each other`)
    return this.#walk(path, { ...walk, links: new Set([...walk.links, path]) })
  }

  async #target(link: Place, { asked }: Walk): Promise<string> {
    const target = decodeText(asked, await this.#blobs.read(asked, wantedAt(link)))
    const path = resolvePath(parentPath(link.path), target)
    if (path !== undefined) return path
    throw new SourceError(
      'symlink-leaves',
      asked,
      `the symlink ${link.path} leaves the repository; remove it`,
    )
  }

  #tree(id: ObjectId): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = this.#trees.get(id)
    if (known !== undefined) return known
    const asked = this.#objects
      .tree(id)
      .then((entries) => new Map(entries.map((entry) => [entry.name, entry])))
    this.#trees.set(id, asked)
    asked.catch(() => this.#trees.delete(id))
    return asked
  }
}

function wantedAt({ path, entry }: Place): WantedBlob {
  return entry.size === undefined ? { id: entry.id, path } : { id: entry.id, path, size: entry.size }
}

/** A path that cannot be followed is refused when it is read, not when it is fetched ahead. */
function ignoreSourceError(error: unknown): undefined {
  if (!(error instanceof SourceError)) throw error
}

function loop({ asked }: Walk, what: string): SourceError {
  return new SourceError('symlink-loop', asked, what)
}

function throughSubmodule(asked: string, { path }: Place): SourceError {
  return new SourceError('submodule', asked, `${path} is a submodule, which is not followed; copy its files`)
}
