import { compareOptionsAnnotation, syncOptionsAnnotation } from '../kube/annotations.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { formatKey, keyOf, type ObjectKey } from '../kube/object-key.ts'
import { describesItself, trackingIdOf } from '../kube/tracking.ts'
import { otherGitOpsManager } from '../policy/other-gitops-manager.ts'
import type { Extraneous, KeepReason } from './comparison.ts'
import { isHook, listedIn } from './hook-marks.ts'
import { fieldManager } from './writers.ts'

/** An object that an earlier sync recorded; without uid when that sync ended before it could say. */
export interface RecordedObject {
  readonly key: ObjectKey
  readonly uid?: string
}

export interface ExtraneousInput {
  readonly application: string
  readonly live: Iterable<LiveObject>
  /** Formatted keys of everything that Git holds, whatever becomes of it. */
  readonly declared: ReadonlySet<string>
  readonly inventory: readonly RecordedObject[]
}

/** Live objects that bear the application's mark, or are in its inventory, and that Git does not hold. */
export function findExtraneous(input: ExtraneousInput): readonly Extraneous[] {
  const recorded = new Map(input.inventory.map((object) => [formatKey(object.key), object]))
  return [...input.live].flatMap((live): readonly Extraneous[] => {
    const key = keyOf(live)
    const entry = recorded.get(formatKey(key))
    const id = trackingIdOf(live)
    if (input.declared.has(formatKey(key))) return []
    if (id?.application !== input.application && entry === undefined) return []
    const kept =
      reasonToKeep(live, input.application) ?? (isRecorded(live, entry) ? undefined : 'not-in-inventory')
    const isIgnored = listedIn(live, compareOptionsAnnotation).includes('IgnoreExtraneous')
    const found: Extraneous = {
      kind: 'extraneous',
      key,
      uid: live.metadata.uid ?? '',
      ...(isIgnored ? { ignored: true } : {}),
    }
    return [kept === undefined ? found : { ...found, kept }]
  })
}

/** Why a live object that Git does not hold is not the application's to delete, as far as the object itself says. */
export function reasonToKeep(live: LiveObject, application: string): KeepReason | undefined {
  const id = trackingIdOf(live)
  if (id === undefined) return 'not-marked'
  if (id.application !== application) return 'another-application'
  if (!describesItself(id, live)) return 'copied-tracking-id'
  if (isHook(live)) return 'hook'
  if ((live.metadata.ownerReferences ?? []).length > 0) return 'has-owner'
  if (live.metadata.deletionTimestamp !== undefined) return 'being-deleted'
  if (otherGitOpsManager(live, { name: application }) !== undefined) return 'other-gitops-manager'
  if (listedIn(live, syncOptionsAnnotation).includes('Prune=false')) return 'prune-disabled-on-object'
  return undefined
}

/** An entry without a uid takes the live object's only if we own fields of it. Design D4. */
function isRecorded(live: LiveObject, entry: RecordedObject | undefined): boolean {
  if (entry === undefined) return false
  if (entry.uid !== undefined) return entry.uid === live.metadata.uid
  return (live.metadata.managedFields ?? []).some(({ manager }) => manager === fieldManager)
}
