import type { CommitSha } from '../../git/commit.ts'
import type { SandboxApp } from './sandbox-app.ts'
import type { RefUpdate, RepositoryOptions, SandboxRepository } from './sandbox-repository.ts'

export interface SandboxUser {
  readonly login: string
  readonly token: string
  /** A site administrator reads and writes everything. */
  readonly admin?: boolean
  /** Of the token, in the words of the host: `read:repository`, or `repo`. Absent: all, and GitHub tells none. */
  readonly scopes?: readonly string[]
  /** By `owner/name`; owners have `admin` on their own. Everybody reads what is public. */
  readonly access?: { readonly [fullName: string]: 'read' | 'write' | 'admin' }
}

export interface StoredStatus {
  readonly id: number
  readonly context: string
  /** Any word: the real one does not check it. */
  readonly state: string
  readonly description: string
  readonly targetUrl: string
  readonly creator: string
  readonly seconds: number
}

export interface StoredHook {
  readonly id: number
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
  readonly active: boolean
  /** Gitea's filter. */
  readonly branches?: string
  readonly contentType?: string
  /** What the receiver answered last; 0: nothing. */
  lastStatus?: number
}

export interface StoredPull {
  readonly number: number
  readonly poster: string
  readonly seconds: number
  readonly head: { readonly hosted: Hosted; readonly branch: string }
  /** GitHub's; in Gitea the title says it. */
  readonly draft?: boolean
  title: string
  body: string
  state: 'open' | 'closed'
  base: string
  mergeBase: CommitSha | undefined
  /** The base's tip at the last move of the head, which is all that GitHub tells of it. */
  toldBase: CommitSha | undefined
  merged?: { readonly commit: CommitSha; readonly by: string; readonly seconds: number }
}

export interface StoredComment {
  readonly id: number
  /** Number of the pull request. */
  readonly pull: number
  readonly author: string
  readonly seconds: number
  body: string
  readonly reactions: { readonly login: string; readonly content: string }[]
}

/** One repository with what lies beside its git objects. */
export interface Hosted {
  readonly id: number
  readonly repository: SandboxRepository
  /** By number, from 1. */
  readonly pulls: StoredPull[]
  readonly comments: StoredComment[]
  /** By commit, oldest first. */
  readonly statuses: Map<string, StoredStatus[]>
  readonly hooks: StoredHook[]
}

/** What happens to a repository, before a host puts it into its words. */
export type Happening =
  | { readonly kind: 'moved'; readonly update: RefUpdate }
  | {
      readonly kind: 'pull'
      readonly pull: StoredPull
      readonly action: 'opened' | 'edited' | 'synchronized' | 'closed' | 'reopened'
      /** Login name. */
      readonly by: string
      readonly changes?: Changes
    }
  | {
      readonly kind: 'comment'
      readonly comment: StoredComment
      readonly action: 'created' | 'edited' | 'deleted'
      readonly by: string
      readonly changes?: Changes
    }
  | {
      readonly kind: 'mergeGroup'
      readonly action: 'checks_requested' | 'destroyed'
      readonly group: MergeGroup
    }

/** What it was before, of that which changed. */
export interface Changes {
  readonly title?: Was
  readonly body?: Was
  readonly base?: Was
}

interface Was {
  readonly from: string
}

/** What a merge queue would make of a base and the pull request before it. */
export interface MergeGroup {
  readonly head: CommitSha
  /** Full. */
  readonly headRef: string
  readonly base: CommitSha
  readonly baseRef: string
}

/** Everything the sandbox Git host knows; the dialects read and write it. */
export interface SandboxState {
  readonly baseUrl: string
  readonly users: readonly SandboxUser[]
  /** By lower-case `owner/name`. */
  readonly hosted: Map<string, Hosted>
  /** Lower-case old names to new ones. */
  readonly renamed: Map<string, string>
  create(options: RepositoryOptions): Hosted
  /** Tells the webhooks of a repository. */
  announce(hosted: Hosted, happening: Happening): void
  /** Different at each call. */
  nextId(): number
  /** Milliseconds of Unix time. */
  now(): number
  readonly app?: SandboxApp
  readonly limits?: SandboxLimits
  /** Tokens of installations, in milliseconds of Unix time. */
  readonly minted: Map<string, { readonly user: SandboxUser; readonly expires: number }>
}

/** GitHub's; what is not written is as there. */
export interface SandboxLimits {
  /** Of a tree's listing. */
  readonly treeEntries?: number
  /** That one query may ask for. */
  readonly graphqlObjects?: number
  readonly requestsPerHour?: number
}

export type Permission = 'none' | 'read' | 'write' | 'admin'

export function permissionOf(user: SandboxUser | undefined, { repository }: Hosted): Permission {
  if (user?.admin === true || user?.login === repository.owner) return 'admin'
  const granted = user?.access?.[`${repository.owner}/${repository.name}`]
  return granted ?? (repository.private ? 'none' : 'read')
}

export function hostedKey(owner: string, name: string): string {
  return `${owner}/${name}`.toLowerCase()
}
