import type { CommitSha } from '../../git/commit.ts'
import { formatRepository, type Repository } from '../../git/repository.ts'

/** What an account may still ask of GitHub, as its last answer said. */
export interface RequestBudget {
  /** Whose: the token's, or that of one installation of an App. */
  readonly account: string
  /** `core` for REST, `graphql`. */
  readonly resource: string
  readonly limit: number
  readonly remaining: number
  /** RFC 3339. */
  readonly resetsAt: string
}

/** What is known of one GitHub, in values alone: it may outlive a connection, and serve the next call of a Worker. */
export interface GithubMemory {
  /** By account and resource. */
  readonly budgets: Map<string, RequestBudget>
  /** By account, in milliseconds of Unix time. Asking on before then may end in a ban. */
  readonly pausedUntil: Map<string, number>
  readonly tips: Tips
}

/** Where revisions stood when they were last asked for: whether they stand there still is asked free of charge. */
export interface Tips {
  get(repository: Repository, revision: string): CommitSha | undefined
  put(repository: Repository, revision: string, commit: CommitSha): void
}

const mostTips = 2_000

export function createGithubMemory(): GithubMemory {
  return { budgets: new Map(), pausedUntil: new Map(), tips: createTips() }
}

function createTips(): Tips {
  const known = new Map<string, CommitSha>()
  const nameOf = (repository: Repository, revision: string) => `${formatRepository(repository)} ${revision}`
  return {
    get: (repository, revision) => known.get(nameOf(repository, revision)),
    put(repository, revision, commit) {
      const name = nameOf(repository, revision)
      known.delete(name)
      known.set(name, commit)
      for (const oldest of known.keys()) {
        if (known.size <= mostTips) break
        known.delete(oldest)
      }
    },
  }
}
