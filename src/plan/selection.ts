import type { ObjectKey } from '../kube/object-key.ts'
import { glob } from '../kube/regexp.ts'
import type { Plan } from './plan.ts'

/** Objects that a sync is asked for by name, in globs; or those that it is to leave out. */
export interface Selector {
  readonly group: string
  readonly kind: string
  /** Empty: in any namespace. */
  readonly namespace: string
  readonly name: string
  readonly exclude: boolean
}

/** Argo CD's `GROUP:KIND:NAME` or `GROUP:KIND:NAMESPACE/NAME`, after a `!` to leave out; undefined for anything else. */
export function parseSelector(text: string): Selector | undefined {
  const exclude = text.startsWith('!')
  const [group, kind, place, ...more] = text.slice(exclude ? 1 : 0).split(':')
  if (group === undefined || !kind || !place || more.length > 0) return undefined
  const slash = place.indexOf('/')
  const [namespace, name] = [place.slice(0, Math.max(slash, 0)), place.slice(slash + 1)]
  return name === '' || name.includes('/') ? undefined : { group, kind, namespace, name, exclude }
}

/** Whether an object is among them: included by one, where any includes, and left out by none. */
export function isSelected(selectors: readonly Selector[], key: ObjectKey): boolean {
  const included = selectors.filter(({ exclude }) => !exclude)
  const isIncluded = included.length === 0 || included.some((selector) => matches(selector, key))
  return isIncluded && !selectors.some((selector) => selector.exclude && matches(selector, key))
}

/** Selectors that include and name nothing that the plan speaks of: most likely mistyped. */
export function unmatched(selectors: readonly Selector[], plan: Plan): readonly Selector[] {
  const waves = plan.phases.flatMap((phase) => phase.waves)
  const keys = [
    ...waves.flatMap(({ steps, watch = [] }) => [...steps.map(({ key }) => key), ...watch]),
    ...[...plan.prune, ...plan.skips].map(({ key }) => key),
    ...plan.blocks.flatMap(({ key }) => key ?? []),
  ]
  return selectors.filter((selector) => !selector.exclude && !keys.some((key) => matches(selector, key)))
}

/** As it is written. */
export function formatSelector({ group, kind, namespace, name, exclude }: Selector): string {
  return `${exclude ? '!' : ''}${group}:${kind}:${namespace === '' ? '' : `${namespace}/`}${name}`
}

function matches(selector: Selector, key: ObjectKey): boolean {
  return (
    fits(selector.group, key.group) &&
    fits(selector.kind, key.kind) &&
    fits(selector.name, key.name) &&
    (selector.namespace === '' || fits(selector.namespace, key.namespace))
  )
}

function fits(pattern: string, text: string): boolean {
  return pattern === text || (glob(pattern)?.matches(text) ?? false)
}
