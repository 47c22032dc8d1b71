import { getOwn, isList } from '../kube/json.ts'
import type { LiveMap, LiveValue } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'

/** The value at a path of field names, or undefined where the path ends early. */
export function valueAt(live: LiveValue | undefined, ...path: readonly string[]): LiveValue | undefined {
  return path.reduce<LiveValue | undefined>(
    (value, name) => (isLiveMap(value) ? getOwn(value, name) : undefined),
    live,
  )
}

/** The text at a path; empty where there is none, as Go's zero value. */
export function textAt(live: LiveValue | undefined, ...path: readonly string[]): string {
  const value = valueAt(live, ...path)
  return typeof value === 'string' ? value : ''
}

/** The number at a path; 0 where there is none, as Go's zero value. */
export function countAt(live: LiveValue | undefined, ...path: readonly string[]): number {
  return optionalCountAt(live, ...path) ?? 0
}

export function optionalCountAt(live: LiveValue | undefined, ...path: readonly string[]): number | undefined {
  const value = valueAt(live, ...path)
  return typeof value === 'number' ? value : undefined
}

/** The maps of the list at a path; none where there is no list. */
export function mapsAt(live: LiveValue | undefined, ...path: readonly string[]): readonly LiveMap[] {
  const value = valueAt(live, ...path)
  return isList(value) ? value.filter(isLiveMap) : []
}

export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  /** The generation that it was said of, where it says so. */
  readonly observedGeneration?: number
}

/** `status.conditions`, as most kinds have them. */
export function conditionsOf(live: LiveMap): readonly Condition[] {
  return mapsAt(live, 'status', 'conditions').map(conditionOf)
}

export function conditionOf(map: LiveMap): Condition {
  const observedGeneration = optionalCountAt(map, 'observedGeneration')
  return {
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    type: textAt(map, 'type'),
    status: textAt(map, 'status'),
    reason: textAt(map, 'reason'),
    message: textAt(map, 'message'),
  }
}

/** What a condition has to say: its message, else its reason, else what is waited for. */
export function conditionText({ type, reason, message }: Condition): string {
  return message || reason || `waiting for ${type}`
}

/** True while the controller has not yet seen the newest spec. */
export function isLagging(live: LiveMap): boolean {
  return countAt(live, 'metadata', 'generation') > countAt(live, 'status', 'observedGeneration')
}
