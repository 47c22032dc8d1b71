import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { formatRepository, type Repository } from '../../git/repository.ts'
import type { TreeEntry } from '../../git/source-tree.ts'
import type { GitHost } from '../git-host.ts'
import { createObjectCache } from '../object-cache.ts'
import { createFeedback } from '../statuses.ts'
import { readBlobs } from './blobs.ts'
import { createGiteaApi, type GiteaConnection } from './gitea-api.ts'
import { createPullRequests } from './pull-requests.ts'
import { resolveRevision } from './resolve.ts'
import { createSetup } from './setup.ts'
import { readRootTree, readTree, readTreesBelow } from './trees.ts'

const recentTreeBytes = 4_000_000
const statuses = { state: 'status', pageSize: 'limit', perPage: 50, ignoreCase: false }

/**
 * A Gitea or Forgejo, over its API. Requests, when all goes well:
 *
 * | operation | requests |
 * |---|---|
 * | resolve a full id, `HEAD`, a branch | 1 |
 * | resolve a tag, annotated | 2, 3 |
 * | resolve `refs/tags/x`, annotated | 1, 2 |
 * | resolve a shortened id | 3 |
 * | rootTree of n entries | n / 1000, at least 1 |
 * | listTree of n entries | n / 1000, at least 1; none for a root tree just read |
 * | listTreesBelow of n entries | n / 1000, at least 1; 1 for more than 20,000 |
 * | readBlobs, up to 4 | one each |
 * | readBlobs, n of them | n / 30, and one for each that a batch does not carry |
 * | statuses with n contexts | n / 50, at least 1 |
 * | ensureStatus | as statuses unless told what stands, and 1 when it writes |
 * | parents | 1 |
 * | n open pull requests | n / 50, and 1 |
 * | a pull request | 1, and 1 when its base went on since its branch left it |
 * | anything else of pull requests and comments | 1 |
 * | what access there is to a repository, n webhooks | 3, and n / 50 |
 *
 * `known` in `resolve` is not used: Gitea answers no JSON conditionally. SHA-256 repositories are read as well.
 */
export function createGiteaHost(connection: GiteaConnection): GitHost {
  const api = createGiteaApi(connection)
  const recent = createObjectCache(recentTreeBytes)

  async function rootTree(repository: Repository, commit: CommitSha): Promise<ObjectId> {
    const { id, entries } = await readRootTree(api, repository, commit)
    recent.put(formatRepository(repository), id, { kind: 'tree', entries })
    return id
  }

  async function listTree(repository: Repository, tree: ObjectId): Promise<readonly TreeEntry[]> {
    const known = recent.get(formatRepository(repository), tree)
    return known?.kind === 'tree' ? known.entries : readTree(api, repository, tree)
  }

  return {
    name: connection.name,
    kind: 'gitea',
    resolve: (repository, revision) => resolveRevision(api, repository, revision),
    rootTree,
    listTree,
    listTreesBelow: (repository, tree) => readTreesBelow(api, repository, tree),
    readBlobs: (repository, blobs) => readBlobs(api, repository, blobs),
    feedback: createFeedback(api, statuses),
    pullRequests: createPullRequests(api, connection.name),
    setup: createSetup(api),
  }
}
