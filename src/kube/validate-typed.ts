import { elementText, type FieldPath, field, formatApiPath, index } from './field-path.ts'
import type { LiveMap, LiveValue } from './manifest.ts'
import type { ListSchema, MapSchema, Scalar, Schema } from './schema.ts'
import { asList, asMap, itemElement, readShape, settled, shapeOf } from './typed-value.ts'

/** Why a value does not fit its schema, in the API server's words; `path` is empty where the reason names it. */
export interface TypedProblem {
  readonly path: FieldPath
  readonly message: string
}

/** `.spec.ports: element 0: …` */
export function formatProblem({ path, message }: TypedProblem): string {
  return path.length === 0 ? message : `${formatApiPath(path)}: ${message}`
}

interface Validation {
  /** Live lists may hold an item several times, applied ones may not. */
  readonly allowDuplicates?: boolean
}

/**
 * Everything in which a value does not fit its schema.
 * Source: sigs.k8s.io/structured-merge-diff typed/validate.go.
 */
export function validateTyped(
  value: LiveValue,
  schema: Schema,
  { allowDuplicates = false }: Validation = {},
): readonly TypedProblem[] {
  return validate([], value, schema, allowDuplicates)
}

function validate(
  path: FieldPath,
  value: LiveValue,
  schema: Schema,
  allowDuplicates: boolean,
): readonly TypedProblem[] {
  if (value === null) return []
  const shape = settled(schema, readShape(schema, value))
  if (shape === 'scalar') return validateScalar(path, value, schema.scalar ?? 'untyped')
  if (shapeOf(value) !== shape) return [{ path, message: `expected ${shape}, got ${describe(value)}` }]
  if (shape === 'map' && schema.map) return validateFields(path, asMap(value), schema.map, allowDuplicates)
  return schema.list ? validateItems(path, asList(value), schema.list, allowDuplicates) : []
}

function validateFields(
  path: FieldPath,
  map: LiveMap,
  schema: MapSchema,
  allowDuplicates: boolean,
): readonly TypedProblem[] {
  return Object.entries(map).flatMap(([name, value]) => {
    const inner = [...path, field(name)]
    const type = schema.get(name)
    if (type === undefined) return [{ path: inner, message: 'field not declared in schema' }]
    return validate(inner, value, type, allowDuplicates)
  })
}

function validateItems(
  path: FieldPath,
  items: readonly LiveValue[],
  list: ListSchema,
  allowDuplicates: boolean,
): readonly TypedProblem[] {
  const seen = new Set<string>()
  const problems: TypedProblem[] = []
  for (const [position, item] of items.entries()) {
    const element = list.kind === 'atomic' ? index(position) : itemElement(list, item)
    if (typeof element === 'string')
      return [...problems, { path, message: `element ${position}: ${element}` }]
    const text = elementText(element)
    const inner = [...path, element]
    if (seen.has(text) && !allowDuplicates) {
      problems.push({ path, message: `duplicate entries for key ${formatApiPath([element])}` })
    }
    seen.add(text)
    problems.push(...validate(inner, item, list.item, allowDuplicates))
  }
  return problems
}

const expectations: { readonly [scalar in Scalar]: { readonly type?: string; readonly text: string } } = {
  string: { type: 'string', text: 'string' },
  duration: { type: 'string', text: 'string' },
  numeric: { type: 'number', text: 'numeric (int or float)' },
  boolean: { type: 'boolean', text: 'boolean' },
  untyped: { text: 'any scalar' },
  quantity: { text: 'any scalar' },
}

function validateScalar(path: FieldPath, value: LiveValue, scalar: Scalar): readonly TypedProblem[] {
  const { type, text } = expectations[scalar]
  const fits =
    shapeOf(value) === 'scalar' && (type === undefined || typeof value === type || typeof value === 'object')
  return fits ? [] : [{ path, message: `expected ${text}, got ${describe(value)}` }]
}

/** The server prints the value in Go's syntax; its kind says enough and shows nothing. */
function describe(value: LiveValue): string {
  const shape = shapeOf(value) ?? 'null'
  return shape === 'scalar' ? typeof value : shape
}
