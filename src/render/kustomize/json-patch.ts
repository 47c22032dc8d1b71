import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'

/** An operation that cannot be applied, or a patch that is none. Quotes paths, never values. */
export class JsonPatchError extends Error {}

/** A JSON pointer as it is written, and the names that it goes through. */
export interface Pointer {
  readonly text: string
  readonly steps: readonly string[]
}

export interface Operation {
  readonly op: string
  readonly path: Pointer | undefined
  readonly from: Pointer | undefined
  readonly value: Json | undefined
}

/** The operations of a JSON 6902 patch; undefined when the value is no list of them. */
export function readOperations(value: Json): readonly Operation[] | undefined {
  if (!isList(value) || !value.every(isJsonObject)) return undefined
  return value.map((operation) => ({
    op: textField(operation, 'op') ?? 'unknown',
    path: pointer(textField(operation, 'path')),
    from: pointer(textField(operation, 'from')),
    value: getOwn(operation, 'value'),
  }))
}

function textField(operation: JsonObject, name: string): string | undefined {
  const value = getOwn(operation, name)
  return typeof value === 'string' ? value : undefined
}

function pointer(text: string | undefined): Pointer | undefined {
  if (text === undefined) return undefined
  if (text === '') return { text, steps: [] }
  const steps = text.split('/').slice(1)
  return { text, steps: steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) }
}

/**
 * Applies a patch in the manner of evanphx/json-patch v4.13, which kustomize uses: indices may count from the end, a
 * replaced key may be missing, and a path without a leading `/` loses its first part. Throws `JsonPatchError`.
 */
export function applyJsonPatch(document: Json, operations: readonly Operation[]): Json {
  return operations.reduce(applyOperation, document)
}

function applyOperation(document: Json, operation: Operation): Json {
  const { op, value = null } = operation
  const path = pathOf(operation)
  switch (op) {
    case 'add':
      return change(document, path, op, (parent, key) => added(parent, key, value, path.text))
    case 'remove':
      return change(document, path, op, (parent, key) => removed(parent, key, path.text))
    case 'replace':
      return change(document, path, op, (parent, key) => replaced(parent, key, value, path.text))
    case 'move':
      return move(document, operation, path)
    case 'copy':
      return change(document, path, op, (parent, key) =>
        added(parent, key, copied(document, fromOf(operation)), path.text),
      )
    case 'test':
      return test(document, path, value)
    default:
      throw new JsonPatchError(`Unexpected kind: ${op}`)
  }
}

function move(document: Json, operation: Operation, to: Pointer): Json {
  const from = fromOf(operation)
  const value = valueAt(document, from)
  const rest = change(document, from, 'move', (parent, key) => removed(parent, key, from.text))
  return change(rest, to, 'move', (parent, key) => added(parent, key, value, to.text))
}

function pathOf({ op, path }: Operation): Pointer {
  if (path === undefined) throw new JsonPatchError(`${op} operation failed to decode path: missing value`)
  return path
}

function fromOf({ op, from }: Operation): Pointer {
  if (from === undefined) throw new JsonPatchError(`${op} operation failed to decode from: missing value`)
  return from
}

function test(document: Json, path: Pointer, value: Json): Json {
  const present = path.steps.length === 0 ? document : find(document, path.steps)
  if (equal(present ?? null, value)) return document
  throw new JsonPatchError(`testing value ${path.text} failed: it is different`)
}

type ChangeParent = (parent: JsonObject | readonly Json[], key: string) => Json

/** Replaces the container that the path ends in; the rest of the document is shared. */
function change(document: Json, path: Pointer, op: string, changeParent: ChangeParent): Json {
  if (path.steps.length === 0) return wholeDocument(path.text, op, changeParent)
  return descend(document, 0, path, op, changeParent)
}

/** An empty path stands for the whole document, which can only be replaced. */
function wholeDocument(path: string, op: string, changeParent: ChangeParent): Json {
  if (path !== '' || (op !== 'add' && op !== 'replace')) {
    throw new JsonPatchError(`${op} operation does not apply: doc is missing path: "${path}"`)
  }
  const whole = changeParent({}, '')
  return isJsonObject(whole) ? (getOwn(whole, '') ?? null) : null
}

function descend(
  container: Json,
  depth: number,
  path: Pointer,
  op: string,
  changeParent: ChangeParent,
): Json {
  if (container === null || typeof container !== 'object') throw missing(path.text, op)
  const step = path.steps[depth] ?? ''
  if (depth === path.steps.length - 1) return changeParent(container, step)
  const child = childOf(container, step)
  if (child === undefined) throw missing(path.text, op)
  const next = descend(child, depth + 1, path, op, changeParent)
  if (!isList(container)) return { ...container, [step]: next }
  const index = indexIn(container, step)
  return container.map((item, position) => (position === index ? next : item))
}

function missing(path: string, op: string): JsonPatchError {
  return new JsonPatchError(`${op} operation does not apply: doc is missing path: "${path}": missing value`)
}

function childOf(container: JsonObject | readonly Json[], step: string): Json | undefined {
  if (!isList(container)) return getOwn(container, step)
  const index = indexIn(container, step)
  return index === undefined ? undefined : container[index]
}

function indexIn(list: readonly Json[], step: string): number | undefined {
  if (!/^-?\d{1,9}$/.test(step)) return undefined
  const index = Number(step)
  const fromStart = index < 0 ? list.length + index : index
  return fromStart >= 0 && fromStart < list.length ? fromStart : undefined
}

function added(parent: JsonObject | readonly Json[], key: string, value: Json, path: string): Json {
  if (!isList(parent)) return { ...parent, [key]: value }
  const size = parent.length + 1
  const index = key === '-' ? parent.length : /^-?\d{1,9}$/.test(key) ? Number(key) : Number.NaN
  const position = index < 0 ? size + index : index
  if (!(position >= 0 && position < size)) {
    throw new JsonPatchError(`add operation does not apply: "${path}": index out of bounds`)
  }
  return [...parent.slice(0, position), value, ...parent.slice(position)]
}

function removed(parent: JsonObject | readonly Json[], key: string, path: string): Json {
  if (!isList(parent)) {
    if (!Object.hasOwn(parent, key)) {
      throw new JsonPatchError(`remove operation does not apply: Unable to remove nonexistent key: ${key}`)
    }
    return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key))
  }
  const index = indexIn(parent, key)
  if (index === undefined) throw outOfBounds('remove', path)
  return parent.filter((_, position) => position !== index)
}

function replaced(parent: JsonObject | readonly Json[], key: string, value: Json, path: string): Json {
  if (!isList(parent)) return { ...parent, [key]: value }
  const index = indexIn(parent, key)
  if (index === undefined) throw outOfBounds('replace', path)
  return parent.map((item, position) => (position === index ? value : item))
}

function outOfBounds(op: string, path: string): JsonPatchError {
  return new JsonPatchError(`${op} operation does not apply: "${path}": index out of bounds`)
}

/** A key that its map has not is copied as null: only a place that is nowhere is missed. */
function copied(document: Json, from: Pointer): Json {
  const container = from.steps.length === 0 ? undefined : find(document, from.steps.slice(0, -1))
  if (container === undefined || !isJsonObject(container)) return valueAt(document, from)
  return getOwn(container, from.steps.at(-1) ?? '') ?? null
}

function valueAt(document: Json, path: Pointer): Json {
  const value = find(document, path.steps)
  if (value === undefined) throw missing(path.text, 'copy')
  return value
}

function find(document: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = document
  for (const step of steps) {
    if (value === undefined || value === null || typeof value !== 'object') return undefined
    value = childOf(value, step)
  }
  return value
}

function equal(a: Json, b: Json): boolean {
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null))
  if (!isJsonObject(a)) return a === b
  if (!isJsonObject(b) || isList(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key] ?? null, b[key] ?? null))
  )
}
