import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { sameJson, shownText, withKeys } from '../object.ts'
import { badRequest, Refusal } from '../refusal.ts'

/** RFC 6902. Refuses what does not fit the object in the API server's words, which do not say what. */
export function applyJsonPatch(object: JsonObject, patch: Json): Json {
  if (!isList<Json, Json>(patch)) {
    const got = isJsonObject(patch) ? 'object' : typeof patch
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${got} into Go value of type []handlers.jsonPatchOp`,
    )
  }
  return patch.reduce<Json>(
    (value, operation) => applyOperation(value, isJsonObject(operation) ? operation : {}),
    object,
  )
}

function applyOperation(value: Json, operation: JsonObject): Json {
  const path = steps(operation.path)
  switch (shownText(operation.op)) {
    case 'test':
      if (!sameJson(read(value, path) ?? null, given(operation))) throw doesNotFit()
      return value
    case 'add':
      return write(value, path, given(operation), 'add')
    case 'replace':
      read(value, path)
      return write(value, path, given(operation), 'replace')
    case 'remove':
      if (read(value, path) === undefined) throw doesNotFit()
      return write(value, path, undefined, 'replace')
    case 'copy':
      return write(value, path, read(value, steps(operation.from)) ?? null, 'add')
    case 'move': {
      const from = steps(operation.from)
      const moved = read(value, from)
      if (moved === undefined) throw doesNotFit()
      return write(write(value, from, undefined, 'replace'), path, moved, 'add')
    }
    default:
      throw doesNotFit()
  }
}

function given(operation: JsonObject): Json {
  return operation.value ?? null
}

function steps(pointer: Json | undefined): readonly string[] {
  if (typeof pointer !== 'string') throw doesNotFit()
  if (pointer === '') return []
  if (!pointer.startsWith('/')) throw doesNotFit()
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * Undefined where the last step names a key that is not there: it may be replaced, and counts as null in a test.
 * Source: github.com/evanphx/json-patch v4.
 */
function read(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (isList<Json, Json | undefined>(inner)) return inner[position(step, inner.length - 1)]
    if (!isJsonObject(inner)) throw doesNotFit()
    return getOwn(inner, step)
  }, value)
}

function write(
  value: Json,
  [step, ...rest]: readonly string[],
  change: Json | undefined,
  mode: 'add' | 'replace',
): Json {
  if (step === undefined) return change ?? null
  if (isList<Json, Json>(value)) return writeItem(value, step, rest, change, mode)
  if (!isJsonObject(value)) throw doesNotFit()
  if (rest.length === 0) return withKeys(value, { [step]: change })
  const inner = Object.hasOwn(value, step) ? value[step] : undefined
  if (inner === undefined) throw doesNotFit()
  return withKeys(value, { [step]: write(inner, rest, change, mode) })
}

function writeItem(
  items: readonly Json[],
  step: string,
  rest: readonly string[],
  change: Json | undefined,
  mode: 'add' | 'replace',
): Json {
  const isInsertion = mode === 'add' && rest.length === 0
  const at = isInsertion && step === '-' ? items.length : position(step, items.length - (isInsertion ? 0 : 1))
  if (isInsertion) return [...items.slice(0, at), change ?? null, ...items.slice(at)]
  const inner = items[at]
  if (inner === undefined) throw doesNotFit()
  if (rest.length > 0) return items.with(at, write(inner, rest, change, mode))
  return change === undefined ? items.filter((_, index) => index !== at) : items.with(at, change)
}

function position(step: string, last: number): number {
  const at = /^(0|[1-9]\d*)$/.test(step) ? Number(step) : -1
  if (at < 0 || at > last) throw doesNotFit()
  return at
}

function doesNotFit(): Refusal {
  const message = 'the server rejected our request due to an error in our request'
  return new Refusal(422, message, { reason: 'Invalid', details: {} })
}
