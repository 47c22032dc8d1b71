import {
  type Annotated,
  annotation,
  helmHookAnnotation,
  helmHookWords,
  hookTypes,
  hookTypesOf,
  isHook,
  listedIn,
} from '../diff/hook-marks.ts'
import { hookAnnotation, hookDeletePolicyAnnotation } from '../kube/annotations.ts'
import { deletePoliciesOf, helmDeletePolicyAnnotation, helmPolicies } from './hooks.ts'
import { hookDeletePolicies } from './plan.ts'

/** Words of a hook's annotation that name nothing: the hook is not what its author meant. */
export interface Misread {
  readonly annotation: string
  /** As written, and not bounded; the empty one where the annotation names nothing at all. */
  readonly words: readonly string[]
  readonly known: readonly string[]
  /** What the hook counts as without them: phases or delete policies. None: it is left out. */
  readonly countsAs: readonly string[]
}

/** What a hook says of itself and nobody understands. Argo CD passes over such words, and so does a sync. */
export function misreadIn(object: Annotated): readonly Misread[] {
  if (!isHook(object)) return []
  const isHelms = !listedIn(object, hookAnnotation).some((word) => hookTypes.has(word))
  const types = hookTypesOf(object).filter((type) => type !== 'Skip')
  const policies = deletePoliciesOf(object)
  return [
    misread(object, hookAnnotation, [...hookTypes.keys()], types),
    ...(isHelms ? [misread(object, helmHookAnnotation, helmHookWords, types)] : []),
    misread(object, hookDeletePolicyAnnotation, hookDeletePolicies, policies),
    misread(object, helmDeletePolicyAnnotation, [...helmPolicies.keys()], policies),
  ].filter(({ words }) => words.length > 0)
}

function misread(
  object: Annotated,
  name: string,
  known: readonly string[],
  countsAs: readonly string[],
): Misread {
  const named = listedIn(object, name)
  const isBlank = named.length === 0 && countsAs.length === 0 && annotation(object, name) !== undefined
  const words = isBlank ? [''] : named.filter((word) => !known.includes(word))
  return { annotation: name, words, known, countsAs }
}
