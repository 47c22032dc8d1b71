import type { CommitSha } from '../../git/commit.ts'
import type { GiteaEvent } from './gitea-event.ts'
import type { RepositoryOptions, SandboxRepository } from './sandbox-repository.ts'

export interface SandboxUser {
  readonly login: string
  readonly token: string
  /** A site administrator reads and writes everything. */
  readonly admin?: boolean
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
}

export interface StoredPull {
  readonly number: number
  readonly poster: string
  readonly seconds: number
  readonly head: { readonly hosted: Hosted; readonly branch: string }
  title: string
  body: string
  state: 'open' | 'closed'
  base: string
  mergeBase: CommitSha | undefined
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
  announce(hosted: Hosted, event: GiteaEvent): void
  /** Different at each call. */
  nextId(): number
  /** Milliseconds of Unix time. */
  now(): number
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
