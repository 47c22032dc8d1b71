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
      return change(document, path, 'add', (parent, key) => added(parent, key, value, path.text))
    case 'remove':
      return change(document, path, 'remove', (parent, key) => removed(parent, key, path.text))
    case 'replace':
      return change(document, path, 'replace', (parent, key) => replaced(parent, key, value, path.text))
    case 'move':
      return move(document, operation, path)
    case 'copy':
      return change(document, path, 'copy to', (parent, key) =>
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
  const value = valueAt(document, from, 'move from')
  const rest = change(document, from, 'move from', (parent, key) => removed(parent, key, from.text))
  return change(rest, to, 'move to', (parent, key) => added(parent, key, value, to.text))
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
  if (path.steps.length > 0 && find(document, path.steps.slice(0, -1)) === undefined) {
    throw missing(path.text, 'test')
  }
  const present = path.steps.length === 0 ? document : find(document, path.steps)
  if (equal(present ?? null, value)) return document
  throw new JsonPatchError(`testing value ${path.text} failed: test failed`)
}

type ChangeParent = (parent: JsonObject | readonly Json[], key: string) => Json

/** Replaces the container that the path ends in; the rest of the document is shared. */
function change(document: Json, path: Pointer, place: PatchPlace, changeParent: ChangeParent): Json {
  if (path.steps.length === 0) return wholeDocument(path.text, place, changeParent)
  return descend(document, 0, path, place, changeParent)
}

/** An empty path stands for the whole document, which can only be replaced. */
function wholeDocument(path: string, place: PatchPlace, changeParent: ChangeParent): Json {
  if (path !== '' || (place !== 'add' && place !== 'replace')) throw missing(path, place)
  const whole = changeParent({}, '')
  return isJsonObject(whole) ? (getOwn(whole, '') ?? null) : null
}

function descend(
  container: Json,
  depth: number,
  path: Pointer,
  place: PatchPlace,
  changeParent: ChangeParent,
): Json {
  if (container === null || typeof container !== 'object') throw missing(path.text, place)
  const step = path.steps[depth] ?? ''
  if (depth === path.steps.length - 1) return changeParent(container, step)
  const child = childOf(container, step)
  if (child === undefined) throw missing(path.text, place)
  const next = descend(child, depth + 1, path, place, changeParent)
  if (!isList(container)) return { ...container, [step]: next }
  const index = indexIn(container, step)
  return container.map((item, at) => (at === index ? next : item))
}

/** What an operation looks for, and what it says when that is nowhere. */
const lost = {
  add: (path) => `add operation does not apply: doc is missing path: "${path}"`,
  remove: (path) => `remove operation does not apply: doc is missing path: "${path}"`,
  replace: (path) => `replace operation does not apply: doc is missing path: ${path}`,
  test: (path) => `test operation does not apply: is missing path: ${path}`,
  'move from': (path) => `move operation does not apply: doc is missing from path: ${path}`,
  'move to': (path) => `move operation does not apply: doc is missing destination path: ${path}`,
  'copy from': (path) => `copy operation does not apply: doc is missing from path: ${path}`,
  'copy to': (path) => `copy operation does not apply: doc is missing destination path: ${path}`,
} satisfies { readonly [place: string]: (path: string) => string }

type PatchPlace = keyof typeof lost

function missing(path: string, place: PatchPlace): JsonPatchError {
  return new JsonPatchError(`${lost[place](path)}: missing value`)
}

function childOf(container: JsonObject | readonly Json[], step: string): Json | undefined {
  if (!isList(container)) return getOwn(container, step)
  const index = indexIn(container, step)
  return index === undefined ? undefined : container[index]
}

function indexIn(list: readonly Json[], step: string): number | undefined {
  if (!position.test(step)) return undefined
  const index = Number(step)
  const fromStart = index < 0 ? list.length + index : index
  return fromStart >= 0 && fromStart < list.length ? fromStart : undefined
}

function added(parent: JsonObject | readonly Json[], key: string, value: Json, path: string): Json {
  if (!isList(parent)) return { ...parent, [key]: value }
  const size = parent.length + 1
  const index = key === '-' ? parent.length : position.test(key) ? Number(key) : Number.NaN
  const at = index < 0 ? size + index : index
  if (!(at >= 0 && at < size)) {
    throw noItem('add', path, key)
  }
  return [...parent.slice(0, at), value, ...parent.slice(at)]
}

function removed(parent: JsonObject | readonly Json[], key: string, path: string): Json {
  if (!isList(parent)) {
    if (!Object.hasOwn(parent, key)) {
      throw new JsonPatchError(
        `error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`,
      )
    }
    return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key))
  }
  const index = indexIn(parent, key)
  if (index === undefined) throw noItem('remove', path, key)
  return parent.filter((_, at) => at !== index)
}

function replaced(parent: JsonObject | readonly Json[], key: string, value: Json, path: string): Json {
  if (!isList(parent)) return { ...parent, [key]: value }
  const index = indexIn(parent, key)
  if (index === undefined) {
    throw new JsonPatchError(`replace operation does not apply: doc is missing key: ${path}: missing value`)
  }
  return parent.map((item, at) => (at === index ? value : item))
}

function noItem(op: string, path: string, key: string): JsonPatchError {
  const why = position.test(key)
    ? `Unable to access invalid index: ${Number(key)}: invalid index referenced`
    : `value was not a proper array index: '${key}'`
  return new JsonPatchError(`error in ${op} for path: '${path}': ${why}`)
}

const position = /^[+-]?\d{1,9}$/

/** A key that its map has not is copied as null: only a place that is nowhere is missed. */
function copied(document: Json, from: Pointer): Json {
  if (from.steps.length === 0) throw missing(from.text, 'copy from')
  const container = find(document, from.steps.slice(0, -1))
  if (container === undefined || !isJsonObject(container)) return valueAt(document, from, 'copy from')
  return getOwn(container, from.steps.at(-1) ?? '') ?? null
}

function valueAt(document: Json, path: Pointer, place: PatchPlace): Json {
  const value = find(document, path.steps)
  if (value === undefined) throw missing(path.text, place)
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
