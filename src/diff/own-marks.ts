import { trackingIdAnnotation } from '../kube/annotations.ts'
import { type FieldPath, field, formatPath } from '../kube/field-path.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveMap } from '../kube/manifest.ts'
import type { TrackingLabel } from '../kube/tracking.ts'
import { isLiveMap } from '../kube/typed-value.ts'

/** Where it is written whose an object is. */
export type OwnMarks = readonly FieldPath[]

export function ownMarks({ trackingLabel }: { readonly trackingLabel?: TrackingLabel }): OwnMarks {
  const annotation = [field('metadata'), field('annotations'), field(trackingIdAnnotation)]
  return trackingLabel === undefined
    ? [annotation]
    : [annotation, [field('metadata'), field('labels'), field(trackingLabel.key)]]
}

export function isOwnMark(path: FieldPath, marks: OwnMarks): boolean {
  return marks.some((mark) => mark.length === path.length && formatPath(mark) === formatPath(path))
}

/**
 * An object from which something was left out, with its marks: no ignore rule covers them, else it could neither be
 * taken in nor handed over.
 */
export function withOwnMarks(bare: LiveMap, whole: LiveMap, marks: OwnMarks): LiveMap {
  return marks.reduce((object, mark) => withTextOf(object, whole, mark), bare)
}

function withTextOf(object: LiveMap, from: LiveMap, [element, ...rest]: FieldPath): LiveMap {
  if (element?.kind !== 'field') return object
  const { name } = element
  const inner = getOwn(from, name)
  if (typeof inner === 'string') return { ...object, [name]: inner }
  const own = getOwn(object, name)
  if (!isLiveMap(inner)) return object
  const changed = withTextOf(isLiveMap(own) ? own : {}, inner, rest)
  return Object.keys(changed).length === 0 ? object : { ...object, [name]: changed }
}
