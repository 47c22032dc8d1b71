import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { JsonDraft, type OwnContainer, setKey } from './json-draft.ts'
import type { Operation, Pointer } from './json-operations.ts'

/** An operation that cannot be applied, or a patch that is none. Quotes paths, never values. */
export class JsonPatchError extends Error {}

/**
 * Applies a patch in the manner of evanphx/json-patch v4.13, which kustomize uses: indices may count from the end, a
 * replaced key may be missing, and a path without a leading `/` loses its first part. `onMoved` is told of all work
 * beyond the operations themselves: keys of maps and, for a part of one each, items of lists that are copied or moved. Throws `JsonPatchError`.
 */
export function applyJsonPatch(
  document: Json,
  operations: readonly Operation[],
  onMoved?: (keys: number) => void,
): Json {
  const draft = new JsonDraft(onMoved)
  return operations.reduce((value, operation) => applyOperation(value, operation, draft), document)
}

function applyOperation(document: Json, operation: Operation, draft: JsonDraft): Json {
  const { op, value = null } = operation
  const path = pathOf(operation)
  switch (op) {
    case 'add':
      return add(document, path, value, 'add', draft)
    case 'remove':
      return remove(document, path, 'remove', draft)
    case 'replace':
      return change(document, path, 'replace', draft, (parent, key) => replace(parent, key, value, path.text))
    case 'move':
      return move(document, operation, path, draft)
    case 'copy':
      return copy(document, operation, path, draft)
    case 'test':
      return test(document, path, value)
    default:
      throw new JsonPatchError(`Unexpected kind: ${op}`)
  }
}

function add(document: Json, path: Pointer, value: Json, place: PatchPlace, draft: JsonDraft): Json {
  return change(document, path, place, draft, (parent, key) => insert(parent, key, value, path.text, draft))
}

function remove(document: Json, path: Pointer, place: PatchPlace, draft: JsonDraft): Json {
  return change(document, path, place, draft, (parent, key) => take(parent, key, path.text, draft))
}

function move(document: Json, operation: Operation, to: Pointer, draft: JsonDraft): Json {
  const from = fromOf(operation)
  const value = valueAt(document, from, 'move from')
  return add(remove(document, from, 'move from', draft), to, value, 'move to', draft)
}

function copy(document: Json, operation: Operation, to: Pointer, draft: JsonDraft): Json {
  const value = copied(document, fromOf(operation))
  draft.share(value)
  return add(document, to, value, 'copy to', draft)
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

type ChangeParent = (parent: OwnContainer, key: string) => void

/** Changes the container that the path ends in; the rest of the document is shared. */
function change(
  document: Json,
  path: Pointer,
  place: PatchPlace,
  draft: JsonDraft,
  changeParent: ChangeParent,
): Json {
  if (path.steps.length === 0) return wholeDocument(path.text, place, changeParent)
  return descend(document, 0, path, place, draft, changeParent)
}

/** An empty path stands for the whole document, which can only be replaced. */
function wholeDocument(path: string, place: PatchPlace, changeParent: ChangeParent): Json {
  if (path !== '' || (place !== 'add' && place !== 'replace')) throw missing(path, place)
  const whole: { [key: string]: Json } = {}
  changeParent(whole, '')
  return getOwn(whole, '') ?? null
}

function descend(
  container: Json,
  depth: number,
  path: Pointer,
  place: PatchPlace,
  draft: JsonDraft,
  changeParent: ChangeParent,
): Json {
  if (container === null || typeof container !== 'object') throw missing(path.text, place)
  const own = draft.open(container)
  const step = path.steps[depth] ?? ''
  if (depth === path.steps.length - 1) {
    changeParent(own, step)
    return own
  }
  const child = childOf(own, step)
  if (child === undefined) throw missing(path.text, place)
  const next = descend(child, depth + 1, path, place, draft, changeParent)
  if (isList(own)) own[indexIn(own, step) ?? own.length] = next
  else setKey(own, step, next)
  return own
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

function insert(parent: OwnContainer, key: string, value: Json, path: string, draft: JsonDraft): void {
  if (!isList(parent)) {
    setKey(parent, key, value)
    return
  }
  const size = parent.length + 1
  const index = key === '-' ? parent.length : position.test(key) ? Number(key) : Number.NaN
  const at = index < 0 ? size + index : index
  if (!(at >= 0 && at < size)) throw noItem('add', path, key)
  draft.insert(parent, at, value)
}

function take(parent: OwnContainer, key: string, path: string, draft: JsonDraft): void {
  if (!isList(parent)) {
    if (Object.hasOwn(parent, key)) Reflect.deleteProperty(parent, key)
    else throw noKey(path, key)
    return
  }
  const index = indexIn(parent, key)
  if (index === undefined) throw noItem('remove', path, key)
  draft.remove(parent, index)
}

function noKey(path: string, key: string): JsonPatchError {
  const why = `Unable to remove nonexistent key: ${key}: missing value`
  return new JsonPatchError(`error in remove for path: '${path}': ${why}`)
}

function replace(parent: OwnContainer, key: string, value: Json, path: string): void {
  if (!isList(parent)) {
    setKey(parent, key, value)
    return
  }
  const index = indexIn(parent, key)
  if (index === undefined) {
    throw new JsonPatchError(`replace operation does not apply: doc is missing key: ${path}: missing value`)
  }
  parent[index] = value
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
