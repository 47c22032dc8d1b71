import type { GitHost } from '../git-host.ts'
import { createObjectCache } from '../object-cache.ts'
import { createFeedback } from '../statuses.ts'
import { readBlobs } from './blobs.ts'
import { createGithubApi, type GithubConnection } from './github-api.ts'
import { createGithubMemory } from './memory.ts'
import { createPullRequests } from './pull-requests.ts'
import { resolveRevision } from './resolve.ts'
import { createSetup } from './setup.ts'
import { createTrees } from './trees.ts'

const recentTreeBytes = 16_000_000
const statuses = { state: 'state', pageSize: 'per_page', perPage: 100, ignoreCase: true }

/**
 * A GitHub, over its API. Requests, when all goes well:
 *
 * | operation | requests |
 * |---|---|
 * | resolve a full id, `HEAD`, a branch | 1; free of charge when it is still `known`, or stands where it stood |
 * | resolve a tag | 2 |
 * | resolve `refs/tags/x` | 1 |
 * | resolve a shortened id | 3 |
 * | resolve the id of an annotated tag itself | 2, and 1 for each tag that it points to |
 * | rootTree | 1 |
 * | listTree | 1 for a directory and all below it, up to 100,000 entries; then 1 each |
 * | readBlobs, up to 4 | one each |
 * | readBlobs, n of them | n / 40 by GraphQL, and one for each that this does not carry |
 * | statuses with n contexts | n / 100, at least 1 |
 * | ensureStatus | as statuses unless told what stands, and 1 when it writes |
 * | parents | 1 |
 * | n open pull requests, n comments | n / 100, at least 1 |
 * | a pull request | 3, one that is closed 2 |
 * | the pull request of a merge | 1, and those of the pull request |
 * | anything else of pull requests and comments | 1 |
 * | what access there is to a repository | 1 |
 * | up to 100 webhooks, the one of an App | 1, 3 |
 *
 * An App asks for 2 more in an hour for each repository. Writes go out one after the other, a second apart.
 */
export function createGithubHost(connection: GithubConnection): GitHost {
  const { name, access, memory = createGithubMemory() } = connection
  const api = createGithubApi(connection, memory)
  const { rest, scopes } = api
  const isApp = access?.kind === 'app'
  return {
    name,
    kind: 'github',
    async resolve(repository, revision, known = memory.tips.get(repository, revision)) {
      const commit = await resolveRevision(rest, repository, revision, known)
      memory.tips.put(repository, revision, commit)
      return commit
    },
    ...createTrees(rest, createObjectCache(recentTreeBytes)),
    readBlobs: (repository, blobs) => readBlobs(api, repository, blobs),
    feedback: createFeedback(rest, statuses),
    pullRequests: createPullRequests(rest, { host: name, isApp }),
    setup: createSetup(rest, { host: name, isApp, scopes }),
  }
}
