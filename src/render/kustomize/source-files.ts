import { resolvePath } from '../../git/path.ts'
import type { SourceTree, TreeEntry } from '../../git/source-tree.ts'
import type { RenderBudget } from '../render-budget.ts'
import { at, fail, type Place } from '../render-error.ts'
import type { Kustomization, PlacedText } from './kustomization.ts'

export interface FoundFile {
  readonly path: string
  readonly text: string
}

/** Reads what kustomizations name, under the caps of one render. */
export class SourceFiles {
  readonly budget: RenderBudget
  readonly #tree: SourceTree

  constructor(tree: SourceTree, budget: RenderBudget) {
    this.#tree = tree
    this.budget = budget
  }

  lookup(path: string, place: Place): Promise<TreeEntry | undefined> {
    return at(place, () => this.#tree.lookup(path))
  }

  async read(path: string, place: Place): Promise<string> {
    const { text } = await at(place, () => this.#tree.read(path))
    this.budget.file(text.length, place)
    return text
  }

  /** A file that a kustomization names; it must lie in or below the kustomization's directory. */
  async readBeside({ directory }: Kustomization, { text, place }: PlacedText): Promise<FoundFile> {
    const path = await at(place, () => localPath(directory, text, place))
    if (!isWithin(path, directory)) {
      fail(place, `security; file '${text}' is not in or below '${directory || '.'}'; move it there`)
    }
    const entry = await this.lookup(path, place)
    if (entry === undefined) fail(place, `no such file: ${path || '.'}`, 'missing')
    if (entry.kind === 'directory') fail(place, `'${path || '.'}' is a directory; a file is expected`)
    return { path, text: await this.read(path, place) }
  }

  /** One round of requests instead of one for each file. */
  prefetch(directory: string, entries: readonly string[]): Promise<void> {
    const paths = entries.map((entry) => (entry.includes('\\') ? undefined : resolvePath(directory, entry)))
    return this.#tree.prefetch(paths.filter((path) => path !== undefined))
  }
}

/** Where a relative path leads from a directory; never out of the repository, never over the network. */
export function localPath(directory: string, text: string, place: Place): string {
  if (text === '') fail(place, 'is empty; name a file or directory')
  if (isRemote(text)) {
    fail(place, `'${text}' is remote, which is not supported; vendor it into the repository`, 'unsupported')
  }
  if (text.startsWith('/')) fail(place, `new root '${text}' cannot be absolute; write a relative path`)
  const path = resolvePath(directory, text)
  if (path === undefined) fail(place, `'${text}' leaves the repository`)
  return path
}

export function isWithin(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`)
}

/** What kustomize would fetch: a URL, `user@host:path`, or a repository of GitHub without a scheme. */
export function isRemote(text: string): boolean {
  return /^(?:git::|[a-z][a-z0-9+.-]*:\/\/|github\.com[/:])/i.test(text) || /^[\w.-]+@[\w.-]+[:/]/.test(text)
}
