import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { type Condition, conditionsOf, optionalCountAt, valueAt } from './live-fields.ts'
import { degraded, healthy, progressing, suspended } from './verdicts.ts'

/**
 * The health of a kind without a check of its own, by what controllers agreed to write: `observedGeneration`, and the
 * conditions `Reconciling`, `Stalled` and `Ready`. Undefined where the object says nothing of the kind.
 * Source: sigs.k8s.io/cli-utils pkg/kstatus; what is suspended, and conditions that are older than the spec, are told
 * apart besides.
 */
export function conventionalHealth(live: LiveObject): Health | undefined {
  if (isSuspended(live)) return suspended(`${live.kind} is suspended`)
  return unobserved(live) ?? conditionHealth(live)
}

/** Its controller does not look at it, so that nothing else in its status is news. */
function isSuspended(live: LiveObject): boolean {
  return valueAt(live, 'spec', 'suspend') === true || valueAt(live, 'spec', 'paused') === true
}

function unobserved(live: LiveObject): Health | undefined {
  const generation = optionalCountAt(live, 'metadata', 'generation')
  const observed = optionalCountAt(live, 'status', 'observedGeneration')
  if (generation === undefined || observed === undefined || generation === observed) return undefined
  return progressing(
    `${live.kind} generation is ${generation}, but latest observed generation is ${observed}`,
  )
}

/** The first that is True of those that stand against it counts, then `Ready`. */
function conditionHealth(live: LiveObject): Health | undefined {
  const conditions = conditionsOf(live)
  const telling = conditions.find(isTelling)
  if (telling !== undefined) {
    return telling.type === 'Reconciling' ? progressing(textOf(telling)) : degraded(textOf(telling))
  }
  const ready = conditions.find(({ type }) => type === 'Ready')
  if (ready === undefined) return undefined
  if (isOld(ready, live)) return progressing('Ready was said of an older generation')
  return ready.status === 'True' ? healthy() : progressing(textOf(ready))
}

function isTelling({ type, status, reason }: Condition): boolean {
  if (type === 'Reconciling' || type === 'Stalled') return status === 'True'
  return type === 'Progressing' && reason === 'ProgressDeadlineExceeded'
}

function isOld({ observedGeneration }: Condition, live: LiveObject): boolean {
  const generation = optionalCountAt(live, 'metadata', 'generation')
  return generation !== undefined && observedGeneration !== undefined && observedGeneration < generation
}

function textOf({ type, reason, message }: Condition): string {
  if (message !== '') return message
  return reason === '' ? `waiting for ${type}` : reason
}
