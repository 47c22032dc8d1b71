import type { KeepReason } from '../diff/comparison.ts'
import type { CommitSha } from '../git/commit.ts'
import type { ObjectKey } from '../kube/object-key.ts'

export const syncPhases = ['PreSync', 'Sync', 'PostSync', 'SyncFail'] as const
export type SyncPhase = (typeof syncPhases)[number]

export const hookDeletePolicies = ['HookSucceeded', 'HookFailed', 'BeforeHookCreation'] as const
export type HookDeletePolicy = (typeof hookDeletePolicies)[number]

/**
 * Value 6 of the pipe: everything a sync will do, complete before the first write. Objects are named by key; their
 * manifests stay with the `RenderedApp`.
 */
export interface Plan {
  readonly application: string
  readonly commit: CommitSha
  /** In order; a phase without waves is left out. */
  readonly phases: readonly PlannedPhase[]
  /** What is deleted after the last Sync wave is healthy, in the order in which it goes. */
  readonly prune: readonly PruneStep[]
  /** What people have to agree to before anything is pruned; absent when nothing needs it. */
  readonly acknowledgement?: Acknowledgement
  /** Objects that are left alone, each with its reason. */
  readonly skips: readonly SkipStep[]
  /** Whatever forbids the whole sync; a plan with one is never run. */
  readonly blocks: readonly PlanBlock[]
}

export interface PlannedPhase {
  readonly phase: SyncPhase
  /** Ascending. */
  readonly waves: readonly PlannedWave[]
}

export interface PlannedWave {
  readonly wave: number
  readonly steps: readonly (ApplyStep | HookStep)[]
  /** In sync and still progressing: nothing is sent, and the wave is not left before they are healthy. */
  readonly watch?: readonly ObjectKey[]
}

export interface ApplyStep {
  readonly action: 'apply'
  readonly key: ObjectKey
  readonly reason: 'missing' | 'drifted' | 'unverified' | 'create-namespace' | 'namespace-metadata'
  /** The live object that is deleted first, by uid: it cannot be changed in place, and an option asks for that. */
  readonly recreates?: string
  /** The application whose mark it still bears, and that gives it up. */
  readonly handedOverBy?: string
}

export interface HookStep {
  readonly action: 'createHook'
  readonly key: ObjectKey
  readonly deletePolicies: readonly HookDeletePolicy[]
}

export interface PruneStep {
  readonly action: 'prune'
  readonly key: ObjectKey
  readonly uid: string
  readonly wave: number
}

/** Deletions, those of objects that are created again among them, that wait for a person: `plumbline ack APP DIGEST`, or `/plumbline ack DIGEST` on the pull request. */
export interface Acknowledgement {
  /** Over installation, application and the sorted (key, uid, action) that need it, and nothing else. Design D9. */
  readonly digest: string
  readonly given: boolean
  readonly objects: readonly ObjectKey[]
  /** For people, one line each: `Namespace shop is of a protected kind`. */
  readonly reasons: readonly string[]
}

export interface SkipStep {
  readonly action: 'skip'
  readonly key: ObjectKey
  readonly reason: SkipReason
}

export type SkipReason =
  | 'in-sync'
  | 'skip-hook'
  | 'unknown-hook-phase'
  /** It runs when the application is deleted. */
  | 'delete-hook'
  /** A self-heal runs no hooks, and neither does a sync that only prunes. */
  | 'no-hooks-on-self-heal'
  /** It declares an application: it is followed, never applied. */
  | 'declaration'
  | 'nothing-to-sync'
  /** A self-heal writes only what is known to differ. */
  | 'unverified'
  /** Pruning it would be outside the application's permission. */
  | 'not-permitted'
  | 'prune-not-enabled'
  | 'prune-disabled-by-option'
  /** `Delete=false`, or Helm's resource policy, keeps it when the application goes. */
  | 'delete-disabled'
  /** It differs, and this sync only prunes. */
  | 'only-prunes'
  /** The sync was asked for other objects by name. */
  | 'not-selected'
  /** A namespace in which something is still declared. */
  | 'namespace-in-use'
  /** Something of the application is Degraded or missing: nothing is deleted before its replacement works. */
  | 'waits-for-health'
  | 'awaits-acknowledgement'
  /** What might declare it now could not be read. */
  | 'roster-incomplete'
  /** A kind of this application could not be listed. */
  | 'listing-incomplete'
  | KeepReason

export interface PlanBlock {
  readonly code:
    | 'rejected'
    | 'not-permitted'
    | 'observe-mode'
    | 'other-gitops-manager'
    | 'duplicate-object'
    /** Its live state could not be read: nothing is known of whose it is. */
    | 'not-listed'
    | 'empty-render'
    | 'shared-object'
    | 'unsupported-option'
    /** It would be deleted and created again, and people have to agree to that. */
    | 'awaits-acknowledgement'
  readonly key?: ObjectKey
  readonly message: string
}

/** True when running the plan would write nothing. */
export function isEmpty({ phases, prune }: Plan): boolean {
  return prune.length === 0 && phases.every(({ waves }) => waves.every(({ steps }) => steps.length === 0))
}

/** How many objects the plan applies. */
export function applyCount({ phases }: Plan): number {
  const steps = phases.flatMap(({ waves }) => waves.flatMap((wave) => wave.steps))
  return steps.filter(({ action }) => action === 'apply').length
}
