import { PlumblineError } from '../errors.ts'
import { type FieldPath, field, index } from '../kube/field-path.ts'
import { FieldSet } from '../kube/field-set.ts'
import type { PathExpression } from '../kube/jq/path-expression.ts'
import { PathExpressionTooCostly, placesOf, type Steps } from '../kube/jq/places.ts'
import { getOwn, isList } from '../kube/json.ts'
import type { LiveMap, LiveObject, LiveValue } from '../kube/manifest.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import type { Ignored } from './ignore.ts'
import { elementOf } from './list-items.ts'

/** What ignore rules name of an object, in Git and in the cluster. */
export interface IgnoredPaths {
  readonly git: FieldSet
  readonly live: FieldSet
}

/**
 * An item of a list with keys is the same on both sides wherever it stands, so that what is named of it on one side is
 * meant on both; a position in any other list is meant on its own side alone. Throws `IgnoreRuleError`.
 */
export function ignoredPaths(
  git: LiveObject,
  live: LiveObject,
  ignored: Ignored,
  schema: Schema,
): IgnoredPaths {
  if (ignored.pointers.length === 0 && ignored.expressions.length === 0) {
    return { git: FieldSet.empty, live: FieldSet.empty }
  }
  const [own, others] = [pathsIn(git, ignored, schema), pathsIn(live, ignored, schema)]
  return {
    git: FieldSet.of([...own, ...others.filter(isByName)]),
    live: FieldSet.of([...others, ...own.filter(isByName)]),
  }
}

/** True for a path without a position in a list. */
export function isByName(path: FieldPath): boolean {
  return path.every(({ kind }) => kind !== 'index')
}

export class IgnoreRuleError extends PlumblineError<'ignore-rule'> {
  constructor(text: string, { kind, metadata }: LiveObject) {
    const field = 'spec.ignoreDifferences'
    const message = `${field}: jqPathExpressions ${JSON.stringify(text)} takes too long on ${kind} ${metadata.name}; name the fields more closely`
    super('ignore-rule', message, { subject: { field }, turn: 'author', retryable: false })
  }
}

function pathsIn(object: LiveObject, ignored: Ignored, schema: Schema): readonly FieldPath[] {
  const places = [
    ...pointedPlaces(object, ignored.pointers),
    ...ignored.expressions.flatMap((expression) => namedPlaces(object, expression)),
  ]
  return places.map((steps) => fieldPathOf(object, steps, schema))
}

function namedPlaces(object: LiveObject, expression: PathExpression): readonly Steps[] {
  try {
    return placesOf(object, expression)
  } catch (error) {
    if (error instanceof PathExpressionTooCostly) throw new IgnoreRuleError(expression.text, object)
    throw error
  }
}

/**
 * What JSON pointers name, one after the other, as JSON Patch removes it: an item that went moves those behind it up.
 * What is not there is no error. https://www.rfc-editor.org/rfc/rfc6901
 */
function pointedPlaces(object: LiveMap, pointers: readonly string[]): readonly Steps[] {
  const gone: Steps[] = []
  for (const pointer of pointers) {
    const place = pointedPlace(object, segmentsOf(pointer), [], gone)
    if (place !== undefined) gone.push(place)
  }
  return gone
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function pointedPlace(
  value: LiveValue | undefined,
  [name, ...rest]: readonly string[],
  at: Steps,
  gone: readonly Steps[],
): Steps | undefined {
  if (name === undefined) return at
  if (value === undefined) return undefined
  if (isList(value)) {
    const position = positionOf(name, value, at, gone)
    return position === undefined ? undefined : pointedPlace(value[position], rest, [...at, position], gone)
  }
  if (!isLiveMap(value) || !Object.hasOwn(value, name)) return undefined
  return pointedPlace(value[name], rest, [...at, name], gone)
}

/** The position of an item among those that are left. */
function positionOf(
  name: string,
  list: readonly LiveValue[],
  at: Steps,
  gone: readonly Steps[],
): number | undefined {
  if (!/^(0|[1-9]\d{0,8})$/.test(name)) return undefined
  const removed = gone.filter(
    (steps) => steps.length === at.length + 1 && at.every((step, i) => step === steps[i]),
  )
  const positions = new Set(removed.map((steps) => steps.at(-1)))
  return [...list.keys()].filter((position) => !positions.has(position))[Number(name)]
}

function fieldPathOf(object: LiveValue, steps: Steps, schema: Schema): FieldPath {
  const path: FieldPath[number][] = []
  let [value, type]: [LiveValue | undefined, Schema] = [object, schema]
  for (const step of steps) {
    if (typeof step === 'string') {
      path.push(field(step))
      value = isLiveMap(value) ? getOwn(value, step) : undefined
      type = type.map?.get(step) ?? anySchema
    } else {
      const item = value !== undefined && isList(value) ? value[step] : undefined
      path.push((item === undefined ? undefined : elementOf(item, type.list)) ?? index(step))
      value = item
      type = type.list?.item ?? anySchema
    }
  }
  return path
}
