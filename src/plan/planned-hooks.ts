import type { Desired, DesiredObject } from '../diff/desired-objects.ts'
import type { Manifest } from '../kube/manifest.ts'
import { keyOf, type ObjectKey } from '../kube/object-key.ts'
import { deletePoliciesOf, deletionPhasesOf, hookName, hookPhasesOf } from './hooks.ts'
import type { HookDeletePolicy, SyncPhase } from './plan.ts'
import { waveOf } from './waves.ts'

/** One run of a hook in one phase; its manifest has its name. */
export interface PlannedHook extends DesiredObject {
  readonly phase: SyncPhase
  readonly wave: number
  readonly deletePolicies: readonly HookDeletePolicy[]
}

/** Every run of every hook in one operation, named. `startedAt` is the operation's start, RFC 3339. */
export function plannedHooks(desired: Desired, commit: string, startedAt: string): readonly PlannedHook[] {
  const phasesOf = desired.isDeletion === true ? deletionPhasesOf : hookPhasesOf
  return desired.hooks.flatMap((hook) =>
    phasesOf(hook.manifest).map((phase) => {
      const manifest = named(hook.manifest, hookName(hook.manifest, { commit, phase, startedAt }))
      const key: ObjectKey = { ...hook.key, name: keyOf(manifest).name }
      const deletePolicies = deletePoliciesOf(manifest)
      return { ...hook, key, manifest, phase, wave: waveOf(manifest), deletePolicies }
    }),
  )
}

function named(manifest: Manifest, name: string): Manifest {
  const { generateName: _, ...metadata } = manifest.metadata
  return { ...manifest, metadata: { ...metadata, name } }
}
