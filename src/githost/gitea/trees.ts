import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { formatOf, hashTree } from '../../git/object-id.ts'
import type { Repository } from '../../git/repository.ts'
import type { TreeEntry } from '../../git/source-tree.ts'
import { listAt, numberAt } from '../answer.ts'
import { hostFailure, malformed } from '../failure.ts'
import { GitHostError } from '../git-host-error.ts'
import { type ListedLine, readTreeLine } from '../tree-line.ts'
import type { GiteaApi } from './gitea-api.ts'

export interface ListedTree {
  readonly id: ObjectId
  readonly entries: readonly TreeEntry[]
}

const perPage = 1000
const mostEntries = 100_000
const mostBelow = 20_000

/** The root tree of a commit. Its id is computed from its lines, since Gitea repeats the commit's id in its place. */
export async function readRootTree(
  api: GiteaApi,
  repository: Repository,
  commit: CommitSha,
): Promise<ListedTree> {
  const lines = await readLines(api, repository, commit, `the files of commit ${commit}`)
  return { id: hashLines(lines, commit), entries: lines.map(({ entry }) => entry) }
}

/** One directory by its id, verified. */
export async function readTree(
  api: GiteaApi,
  repository: Repository,
  tree: ObjectId,
): Promise<readonly TreeEntry[]> {
  const lines = await readLines(api, repository, tree, `tree ${tree}`)
  if (hashLines(lines, tree) === tree) return lines.map(({ entry }) => entry)
  const why = lines.some(({ line }) => line.name.includes('\ufffd')) ? '; a name in it is not UTF-8' : ''
  throw hostFailure(
    'hash-mismatch',
    repository,
    `the Git host's answer for tree ${tree} is not that tree${why}`,
  )
}

/**
 * A directory and all that lies below it, by their ids, each verified: those whose hash is not theirs are left out.
 * Undefined where that is more than 20,000 entries, which the host would list anew for each page.
 */
export async function readTreesBelow(
  api: GiteaApi,
  repository: Repository,
  tree: ObjectId,
): Promise<ReadonlyMap<ObjectId, readonly TreeEntry[]> | undefined> {
  const asked = `what is below tree ${tree}`
  const lines = await readLines(api, repository, tree, asked, { most: mostBelow, recursive: 'true' }).catch(
    undefinedIfTooLarge,
  )
  if (lines === undefined) return undefined
  const folders = new Map([['', { id: tree, lines: [] as ListedLine[] }]])
  for (const { path, entry } of lines) {
    if (entry.kind === 'directory') folders.set(path, { id: entry.id, lines: [] })
  }
  for (const line of lines) folders.get(line.path.replace(/\/?[^/]*$/, ''))?.lines.push(line)
  const found = [...folders.values()].filter((folder) => hashLines(folder.lines, tree) === folder.id)
  return new Map(found.map((folder) => [folder.id, folder.lines.map(({ entry }) => entry)]))
}

function undefinedIfTooLarge(error: unknown): undefined {
  if (!(error instanceof GitHostError) || error.code !== 'too-large') throw error
}

/** By total count, not by `truncated`, which some versions set on every page. */
async function readLines(
  api: GiteaApi,
  repository: Repository,
  id: ObjectId,
  asked: string,
  { most, ...how }: { readonly most: number; readonly recursive?: 'true' } = { most: mostEntries },
): Promise<readonly ListedLine[]> {
  const lines: ListedLine[] = []
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), per_page: String(perPage), ...how }
    const answer = await api({ repository, path: ['git', 'trees', id], query, asked, absentOn: [400, 404] })
    if (answer === undefined) throw hostFailure('not-found', repository, `${asked} is not on the Git host`)
    const total = numberAt(answer, 'total_count')
    const listed = listAt(answer, 'tree')?.map(readTreeLine)
    if (total === undefined || listed === undefined || listed.includes(undefined))
      throw malformed(repository, asked)
    if (total > most) throw hostFailure('too-large', repository, `${asked} has more than ${most} entries`)
    lines.push(...listed.filter((line) => line !== undefined))
    if (lines.length === total) return lines
    if (listed.length === 0 || lines.length > total) throw malformed(repository, asked)
  }
}

/** With the hash that `like` has. */
function hashLines(lines: readonly ListedLine[], like: ObjectId): ObjectId {
  return hashTree(
    lines.map(({ line }) => line),
    formatOf(like),
  )
}
