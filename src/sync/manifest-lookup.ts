import { createdNamespace, type Desired, type DesiredObject } from '../diff/desired-objects.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import { plannedHooks } from '../plan/planned-hooks.ts'
import type { Operation } from './operation.ts'

/** What an operation sends, by key; hooks under the names that they have in this operation. */
export type ManifestLookup = (key: ObjectKey) => DesiredObject | undefined

export function manifestLookup(
  desired: Desired,
  { commit, startedAt }: Pick<Operation, 'commit' | 'startedAt'>,
): ManifestLookup {
  const namespace = createdNamespace(desired)
  const all = [
    ...(namespace === undefined ? [] : [namespace]),
    ...plannedHooks(desired, commit, startedAt),
    ...desired.objects,
  ]
  const byKey = new Map(all.map((object) => [formatKey(object.key), object]))
  return (key) => byKey.get(formatKey(key))
}
