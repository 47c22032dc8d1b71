import { resolvePath } from '../../git/path.ts'
import type { LocatedEntry, SourceTree } from '../../git/source-tree.ts'
import type { RenderBudget } from '../render-budget.ts'
import { at, fail, type Place } from '../render-error.ts'
import { ApiSchema } from './api-schema.ts'
import type { Kustomization, PlacedText } from './kustomization.ts'

export interface FoundFile {
  readonly path: string
  readonly text: string
}

/** Files must lie in or below the directory of the kustomization that names them, or may lie anywhere in the tree. */
export type LoadRestrictor = 'root-only' | 'none'

/** Reads what kustomizations name, under the caps of one render, and keeps the build's schema and what it tells its reader. */
export class SourceFiles {
  readonly budget: RenderBudget
  readonly schema: ApiSchema = new ApiSchema()
  readonly #tree: SourceTree
  readonly #restrictor: LoadRestrictor
  readonly #warnings: string[] = []

  constructor(tree: SourceTree, budget: RenderBudget, restrictor: LoadRestrictor = 'root-only') {
    this.#tree = tree
    this.budget = budget
    this.#restrictor = restrictor
  }

  /** In the order in which they were told. */
  get warnings(): readonly string[] {
    return this.#warnings
  }

  warn(...warnings: readonly string[]): void {
    this.#warnings.push(...warnings)
  }

  lookup(path: string, place: Place): Promise<LocatedEntry | undefined> {
    return at(place, () => this.#tree.lookup(path))
  }

  async read(path: string, place: Place): Promise<string> {
    const { text } = await at(place, () => this.#tree.read(path))
    this.budget.file(text.length, place)
    return text
  }

  /** A file that a kustomization names. */
  async readBeside({ directory }: Kustomization, named: PlacedText): Promise<FoundFile> {
    const path = await this.#locate(directory, named)
    return { path, text: await this.read(path, named.place) }
  }

  /** As `readBeside`, of a file that need not be text. */
  async readBytesBeside({ directory }: Kustomization, named: PlacedText): Promise<Uint8Array> {
    const path = await this.#locate(directory, named)
    const { bytes } = await at(named.place, () => this.#tree.readBytes(path))
    this.budget.file(bytes.length, named.place)
    return bytes
  }

  async #locate(directory: string, { text, place }: PlacedText): Promise<string> {
    if (isRemoteFile(text)) refuseRemote(text, place)
    const path = await localPath(directory, text, place)
    if (path === undefined) fail(place, await this.whyNotAbsolute(directory, { text, place }))
    const entry = await this.lookup(path, place)
    if (entry === undefined) fail(place, noSuchFile(path), 'missing')
    if (entry.kind === 'directory') fail(place, `'/${path}' must resolve to a file`)
    if (this.#restrictor === 'root-only' && !isWithin(entry.path, directory)) {
      fail(place, notWithin(`/${path}`, directory))
    }
    return path
  }

  /** Why an absolute path is refused: as kustomize says it of a disk that holds what the tree does. */
  async whyNotAbsolute(directory: string, { text, place }: PlacedText): Promise<string> {
    const entry = await at(place, () => this.#tree.lookup(resolvePath('', text.slice(1)) ?? ''))
    if (entry === undefined) return `${noSuchFile(text)}; ${notWithin(text, directory)}`
    if (entry.kind === 'directory') return `'${text}' must resolve to a file`
    if (!isWithin(entry.path, directory)) return notWithin(text, directory)
    return `'${text}' is absolute; write it from '/${directory}' on`
  }

  /** One round of requests instead of one for each file. */
  prefetch(directory: string, entries: readonly string[]): Promise<void> {
    const paths = entries.map((entry) => (entry.includes('\\') ? undefined : resolvePath(directory, entry)))
    return this.#tree.prefetch(paths.filter((path) => path !== undefined))
  }
}

/** Where a relative path leads from a directory, never out of the repository; undefined for an absolute one. */
export async function localPath(directory: string, text: string, place: Place): Promise<string | undefined> {
  if (text.startsWith('/')) return undefined
  const path = await at(place, () => resolvePath(directory, text))
  return path ?? fail(place, `'${text}' leaves the repository`)
}

export function isWithin(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`)
}

function notWithin(path: string, directory: string): string {
  return `security; file '${path}' is not in or below '/${directory}'`
}

export function noSuchFile(path: string): string {
  const absolute = `/${path.replace(/^\//, '')}`
  return `evalsymlink failure on '${absolute}' : lstat ${absolute}: no such file or directory`
}

export function isRemoteFile(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text)
}

export function refuseRemote(text: string, place: Place): never {
  fail(place, `'${text}' is remote, which is not supported; vendor it into the repository`, 'unsupported')
}

/**
 * What kustomize would clone: a URL, `user@host:path`, or a repository of GitHub without a scheme, with a path to a
 * repository behind the host.
 */
export function isRepository(text: string): boolean {
  const match =
    /^(?:git::)?(?:(?<scheme>ssh|https?|file):\/\/)?(?<user>[a-z][a-z0-9-]*@)?(?<rest>[^?]*)/i.exec(text)
  const { scheme, user, rest = '' } = match?.groups ?? {}
  const isGitHub = /^github\.com[/:]/i.test(rest)
  if (text.startsWith('/') || (scheme === undefined && user === undefined && !isGitHub)) return false
  if (scheme?.toLowerCase() === 'file') return true
  const path = rest.slice(rest.search(scheme === undefined ? /[/:]/ : /\//) + 1)
  return path !== rest && (path.split('/').length > 1 || path.includes('.git'))
}
