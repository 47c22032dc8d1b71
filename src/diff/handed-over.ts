import type { ObjectKey } from '../kube/object-key.ts'
import type { Comparison, KeepReason, ObjectComparison } from './comparison.ts'

const yields: readonly (KeepReason | undefined)[] = [
  undefined,
  'not-in-inventory',
  'prune-disabled-on-object',
]

/** The comparison, in which what another application declares now is handed over to it and no difference any more. */
export function markHandedOver(
  comparison: Comparison,
  isDeclaredElsewhere: (key: ObjectKey) => boolean,
): Comparison {
  const objects = comparison.objects.map((object): ObjectComparison => {
    const isGivenUp = object.kind === 'extraneous' && yields.includes(object.kept)
    return isGivenUp && isDeclaredElsewhere(object.key) ? { ...object, kept: 'handed-over' } : object
  })
  return { ...comparison, objects }
}
