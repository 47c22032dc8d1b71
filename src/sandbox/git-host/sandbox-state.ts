import type { SandboxRepository } from './sandbox-repository.ts'

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

/** One repository with what lies beside its git objects. */
export interface Hosted {
  readonly repository: SandboxRepository
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
