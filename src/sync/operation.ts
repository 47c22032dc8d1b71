import type { CommitSha } from '../git/commit.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import type { HookDeletePolicy, SyncPhase } from '../plan/plan.ts'

/** Argo CD's words: Failed is the objects' fault, Error ours or the platform's. */
export type OperationPhase = 'Running' | 'Succeeded' | 'Failed' | 'Error'

/**
 * Where a sync is: all that the next call needs to go on. Kept in the destination cluster and written by
 * compare-and-swap; times are RFC 3339 and come from the caller's clock.
 */
export interface Operation {
  readonly version: 1
  /** Hash of installation, application, commit, parameters and attempt. */
  readonly id: string
  readonly application: string
  readonly commit: CommitSha
  /** Digest of what was declared and read at the commit: a later commit with the same one is the same work. */
  readonly render?: string
  readonly kind: 'sync' | 'self-heal' | 'manual' | 'prune' | 'delete'
  readonly phase: OperationPhase
  /** Counts from 1. */
  readonly attempt: number
  /** Self-heals of this commit in a row, this one included; after a calm they count anew. */
  readonly heals: number
  /** Fields that self-heals of this render have set back; absent where none did, or a person synced since. */
  readonly healed?: readonly HealedField[]
  /** The wave in hand: claimed by compare-and-swap before its first write. Absent before the first claim. */
  readonly at?: Position
  readonly startedAt: string
  readonly waveStartedAt?: string
  readonly finishedAt?: string
  /** Hooks that were created or have ended, in the order in which that was recorded. */
  readonly hooks: readonly HookRecord[]
  /** Results of objects, by formatted key. */
  readonly results: readonly ObjectResult[]
  /** Set when a phase failed: SyncFail hooks run, then the operation ends as Failed. It stays when another commit came. */
  readonly failing?: string
  readonly message: string
  /** A newer commit was seen: stop at the next wave boundary. */
  readonly supersededBy?: CommitSha
  /** Who said that it is to end now, running hooks with it. */
  readonly terminatedBy?: string
}

/** What others add to an operation that somebody drives: nothing more of it is sent. */
export type Mark = Pick<Operation, 'supersededBy' | 'terminatedBy'>

export function isStopping({ supersededBy, terminatedBy }: Mark): boolean {
  return supersededBy !== undefined || terminatedBy !== undefined
}

/** A field that was set back to what Git says. */
export interface HealedField {
  /** Its object's formatted key. */
  readonly object: string
  readonly path: string
  /** Who had written it; empty where nobody owned it. */
  readonly manager: string
  readonly times: number
  /** Of the last time, RFC 3339. */
  readonly at: string
}

/** `Prune` comes between Sync and PostSync; its waves go down. */
export type OperationStage = SyncPhase | 'Prune'

export interface Position {
  readonly phase: OperationStage
  readonly wave: number
}

export interface HookRecord {
  readonly key: ObjectKey
  readonly phase: SyncPhase
  /** Empty until the hook was seen. */
  readonly uid: string
  readonly deletePolicies: readonly HookDeletePolicy[]
  readonly state: 'creating' | 'running' | 'succeeded' | 'failed'
  readonly message: string
  readonly deleted: boolean
  /** When it was created or adopted, or first stood in the way; its time-out counts from here. */
  readonly startedAt?: string
  /** Its finalizer was taken off: from then on it may vanish. */
  readonly released?: boolean
  /** Why a due deletion or release was given up. */
  readonly cleanUpError?: string
  /** Its operation was terminated while it ran: it is deleted, whatever its policies say. */
  readonly terminated?: boolean
}

export interface ObjectResult {
  readonly key: ObjectKey
  /**
   * `pending`: its wave was claimed and the object not yet sent, or not yet gone. `kept`: it was to be pruned, and what
   * was seen of it then forbade that.
   */
  readonly state: 'pending' | 'applied' | 'healthy' | 'failed' | 'pruned' | 'kept'
  readonly message: string
  /** As the API server answered the apply. */
  readonly uid?: string
  /** When it was sent, or first had to wait before it could be; its time-out counts from here. */
  readonly at?: string
}
