import { compareBytes } from '../../git/byte-order.ts'
import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'

export type ValuePath = readonly (string | number)[]

/** Places of one object that hold one value: whoever sets it in one sets it in all. */
export type SharedValue = readonly ValuePath[]

/**
 * A label that one step adds in several places of an object stays one value there, in kustomize: when a later step or
 * a strategic merge patch changes it in one place, selectors and templates follow. A JSON patch ends that.
 */
export function syncShared(
  before: JsonObject,
  after: JsonObject,
  shared: readonly SharedValue[],
): { readonly object: JsonObject; readonly shared: readonly SharedValue[] } {
  let object = after
  const kept: SharedValue[] = []
  for (const paths of shared) {
    const present = paths.filter((path) => valueAt(after, path) !== undefined)
    if (present.length > 1) kept.push(present)
    const changed = present.filter((path) => valueAt(after, path) !== valueAt(before, path))
    const last = changed.at(-1)
    const value = last && valueAt(after, last)
    if (value === undefined) continue
    for (const path of present) object = setAt(object, path, value)
  }
  return { object, shared: kept }
}

/** In the order in which a merge visits them. */
export function sharedValue(paths: readonly ValuePath[]): SharedValue {
  return [...paths].sort(comparePaths)
}

function comparePaths(a: ValuePath, b: ValuePath): number {
  const differs = a.findIndex((step, index) => step !== b[index])
  if (differs < 0) return a.length - b.length
  const [left = '', right = ''] = [a[differs], b[differs]]
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return compareBytes(String(left), String(right))
}

export function valueAt(value: Json | undefined, path: ValuePath): Json | undefined {
  let found = value
  for (const step of path) {
    if (typeof step === 'number') found = isList(found) ? found[step] : undefined
    else found = isJsonObject(found) ? getOwn(found, step) : undefined
  }
  return found
}

/** The map with the value at a path, which is there. */
export function setAt(map: JsonObject, path: ValuePath, value: Json): JsonObject {
  const next = put(map, path, value)
  return isJsonObject(next) ? next : map
}

export function put(container: Json | undefined, path: ValuePath, value: Json, depth = 0): Json {
  const step = path[depth]
  if (step === undefined) return value
  if (isList(container)) {
    return container.map((item, index) => (index === step ? put(item, path, value, depth + 1) : item))
  }
  const map = isJsonObject(container) ? container : {}
  return { ...map, [step]: put(getOwn(map, String(step)), path, value, depth + 1) }
}
