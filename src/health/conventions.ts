import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { type Condition, conditionsOf, conditionText, optionalCountAt, valueAt } from './live-fields.ts'
import { degraded, healthy, progressing, suspended } from './verdicts.ts'

/**
 * The health of a kind without a check of its own, by what controllers agreed to write: `observedGeneration`, and the
 * conditions `Reconciling`, `Stalled` and `Ready`. Undefined where the object says nothing of the kind.
 * Source: sigs.k8s.io/cli-utils pkg/kstatus; what is suspended, and conditions that are older than the spec, are told
 * apart besides.
 */
export function conventionalHealth(live: LiveObject): Health | undefined {
  return held(live) ?? unobserved(live) ?? declaredHealth(live) ?? readyHealth(live)
}

/** Its controller does not look at it, so that nothing else in its status is news. */
function held(live: LiveObject): Health | undefined {
  if (valueAt(live, 'spec', 'suspend') === true) return suspended(`${live.kind} is suspended`)
  if (valueAt(live, 'spec', 'paused') === true) return suspended(`${live.kind} is paused`)
  return undefined
}

function unobserved(live: LiveObject): Health | undefined {
  const generation = optionalCountAt(live, 'metadata', 'generation')
  const observed = optionalCountAt(live, 'status', 'observedGeneration')
  if (generation === undefined || observed === undefined || generation === observed) return undefined
  return progressing(
    `${live.kind} generation is ${generation}, but latest observed generation is ${observed}`,
  )
}

/** What stands against any object, of whatever kind: the first of `Reconciling` and `Stalled` that is True. */
export function declaredHealth(live: LiveObject): Health | undefined {
  const telling = conditionsOf(live).find(isTelling)
  if (telling === undefined) return undefined
  return telling.type === 'Reconciling'
    ? progressing(conditionText(telling))
    : degraded(conditionText(telling))
}

function readyHealth(live: LiveObject): Health | undefined {
  const conditions = conditionsOf(live)
  const late = conditions.find(exceededDeadline)
  if (late !== undefined) return degraded(conditionText(late))
  const ready = conditions.find(({ type }) => type === 'Ready')
  if (ready === undefined) return undefined
  if (isOld(ready, live)) return progressing('Ready was said of an older generation')
  return ready.status === 'True' ? healthy() : progressing(conditionText(ready))
}

function isTelling({ type, status }: Condition): boolean {
  return (type === 'Reconciling' || type === 'Stalled') && status === 'True'
}

function exceededDeadline({ type, reason }: Condition): boolean {
  return type === 'Progressing' && reason === 'ProgressDeadlineExceeded'
}

function isOld({ observedGeneration }: Condition, live: LiveObject): boolean {
  const generation = optionalCountAt(live, 'metadata', 'generation')
  return generation !== undefined && observedGeneration !== undefined && observedGeneration < generation
}
