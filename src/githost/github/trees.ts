import { type CommitSha, isObjectId, type ObjectId } from '../../git/commit.ts'
import { formatOf, hashTree } from '../../git/object-id.ts'
import { formatRepository, type Repository } from '../../git/repository.ts'
import type { TreeEntry } from '../../git/source-tree.ts'
import { fieldAt, listAt, textAt } from '../answer.ts'
import { hostFailure, malformed } from '../failure.ts'
import type { HostApi } from '../host-api.ts'
import type { ObjectCache } from '../object-cache.ts'
import { type ListedLine, readTreeLine } from '../tree-line.ts'

export interface Trees {
  rootTree(repository: Repository, commit: CommitSha): Promise<ObjectId>
  listTree(repository: Repository, tree: ObjectId): Promise<readonly TreeEntry[]>
}

/**
 * Directories with all that lies below them in one answer, which is remembered in `recent`; where that is more than
 * GitHub tells at once (100,000 entries, 7 MB), level by level. Each directory is held to its hash.
 */
export function createTrees(api: HostApi, recent: ObjectCache): Trees {
  const large = new Set<string>()

  async function rootTree(repository: Repository, commit: CommitSha): Promise<ObjectId> {
    const asked = `commit ${commit}`
    const answer = await api({ repository, path: ['git', 'commits', commit], asked, absentOn: [409] })
    if (answer === undefined) throw hostFailure('not-found', repository, 'the repository is empty')
    const root = textAt(fieldAt(answer, 'tree'), 'sha')
    if (root === undefined || !isObjectId(root) || textAt(answer, 'sha') !== commit)
      throw malformed(repository, asked)
    return root
  }

  async function listTree(repository: Repository, tree: ObjectId): Promise<readonly TreeEntry[]> {
    const scope = formatRepository(repository)
    const known = recent.get(scope, tree)
    if (known?.kind === 'tree') return known.entries
    if (hashTree([], formatOf(tree)) === tree) return []
    const whole = large.has(scope) ? undefined : await readBelow(api, repository, tree)
    if (whole === undefined) large.add(scope)
    for (const [id, entries] of whole ?? []) recent.put(scope, id, { kind: 'tree', entries })
    return whole?.get(tree) ?? readLevel(api, repository, tree)
  }

  return { rootTree, listTree }
}

/** Every directory from this one down whose hash is right; undefined where there are too many entries. */
async function readBelow(
  api: HostApi,
  repository: Repository,
  tree: ObjectId,
): Promise<ReadonlyMap<ObjectId, readonly TreeEntry[]> | undefined> {
  const { lines, isWhole } = await readLines(api, repository, tree, { recursive: '1' })
  if (!isWhole) return undefined
  const folders = new Map([['', { id: tree, members: [] as ListedLine[] }]])
  for (const { path, entry } of lines) {
    if (entry.kind === 'directory') folders.set(path, { id: entry.id, members: [] })
  }
  for (const one of lines) folders.get(folderOf(one))?.members.push(one)
  const found = [...folders.values()].filter(({ id, members }) => isHashOf(id, members))
  return new Map(found.map(({ id, members }) => [id, members.map(({ entry }) => entry)]))
}

async function readLevel(
  api: HostApi,
  repository: Repository,
  tree: ObjectId,
): Promise<readonly TreeEntry[]> {
  const { lines, isWhole } = await readLines(api, repository, tree, {})
  if (!isWhole)
    throw hostFailure('too-large', repository, `tree ${tree} has more entries than the Git host tells`)
  if (!isHashOf(tree, lines)) throw notThatTree(repository, tree, lines)
  return lines.map(({ entry }) => entry)
}

async function readLines(
  api: HostApi,
  repository: Repository,
  tree: ObjectId,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly lines: readonly ListedLine[]; readonly isWhole: boolean }> {
  const asked = `tree ${tree}`
  const path = ['git', 'trees', tree]
  const answer = await api({ repository, path, query, asked, absentOn: [404, 409, 422] })
  if (answer === undefined) throw hostFailure('not-found', repository, `${asked} is not on the Git host`)
  const listed = listAt(answer, 'tree')?.map(readTreeLine)
  const truncated = fieldAt(answer, 'truncated')
  if (listed === undefined || listed.includes(undefined) || typeof truncated !== 'boolean')
    throw malformed(repository, asked)
  return { lines: listed.filter((line) => line !== undefined), isWhole: !truncated }
}

function folderOf({ path }: ListedLine): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

function isHashOf(id: ObjectId, lines: readonly ListedLine[]): boolean {
  const own = lines.map(({ line }) => line)
  return hashTree(own, formatOf(id)) === id
}

function notThatTree(repository: Repository, tree: ObjectId, lines: readonly ListedLine[]): Error {
  const why = lines.some(({ path }) => path.includes('\ufffd')) ? '; a name in it is not UTF-8' : ''
  const what = `the Git host's answer for tree ${tree} is not that tree${why}`
  return hostFailure('hash-mismatch', repository, what)
}
