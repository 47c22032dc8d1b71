import { type Annotated, hookTypesOf, listedIn } from '../diff/hook-marks.ts'
import { hookDeletePolicyAnnotation } from '../kube/annotations.ts'
import type { Manifest } from '../kube/manifest.ts'
import { type HookDeletePolicy, hookDeletePolicies, type SyncPhase, syncPhases } from './plan.ts'

export const helmDeletePolicyAnnotation = 'helm.sh/hook-delete-policy'

export const helmPolicies: ReadonlyMap<string, HookDeletePolicy> = new Map<string, HookDeletePolicy>([
  ['hook-succeeded', 'HookSucceeded'],
  ['hook-failed', 'HookFailed'],
  ['before-hook-creation', 'BeforeHookCreation'],
])

/** The phases of a sync in which a hook runs, in order; none for one that only names unknown or delete phases. */
export function hookPhasesOf(object: Annotated): readonly SyncPhase[] {
  const types: readonly string[] = hookTypesOf(object)
  return syncPhases.filter((phase) => types.includes(phase))
}

/** The same of an application's deletion: what runs before its objects go, and after. */
export function deletionPhasesOf(object: Annotated): readonly SyncPhase[] {
  const types = hookTypesOf(object)
  const phases: readonly (readonly [SyncPhase, boolean])[] = [
    ['PreSync', types.includes('PreDelete')],
    ['PostSync', types.includes('PostDelete')],
  ]
  return phases.flatMap(([phase, runs]) => (runs ? [phase] : []))
}

/** When a hook is deleted again, by Argo CD's annotation and Helm's together; before the next run where none says. */
export function deletePoliciesOf(object: Annotated): readonly HookDeletePolicy[] {
  const own: readonly string[] = listedIn(object, hookDeletePolicyAnnotation)
  const helm = listedIn(object, helmDeletePolicyAnnotation).map((policy) => helmPolicies.get(policy))
  const named = hookDeletePolicies.filter((policy) => own.includes(policy) || helm.includes(policy))
  return named.length > 0 ? named : ['BeforeHookCreation']
}

/** The operation that a hook runs in. */
export interface HookRun {
  /** The revision as resolved: a SHA. */
  readonly commit: string
  readonly phase: SyncPhase
  /** Start of the operation, RFC 3339. */
  readonly startedAt: string
}

/**
 * The name under which a hook is created. With only `generateName` it is the same for every try inside one operation,
 * so that a retry finds what it made. Source: argo-cd gitops-engine/pkg/sync/sync_context.go.
 */
export function hookName(manifest: Manifest, { commit, phase, startedAt }: HookRun): string {
  const { name = '', generateName = '' } = manifest.metadata
  if (name !== '') return name
  const revision = commit.length >= 8 ? commit.slice(0, 7) : commit
  const seconds = Math.floor(Date.parse(startedAt) / 1000)
  return `${generateName}${`${revision}-${phase}-${seconds}`.toLowerCase()}`
}
