import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { resolvePlain } from '../../kube/yaml-scalar.ts'
import { mapShared } from '../map-shared.ts'
import { directiveKey, MergeError, type PatchDirective, toDirective } from './merge-error.ts'
import { textOf } from './resource.ts'
import { type BothToldApart, keyText, tellBothApart } from './told-apart.ts'

/** The texts of an element's keys; empty where one is missing. */
type Tuple = readonly string[]
type MergeElements = (value: Json | undefined, patch: Json | undefined) => Json | undefined

/** Elements of both lists together where they cannot be told apart by their keys; more are refused. */
export const longestList = 1000

/** The directive of a patch list: the first element that has `$patch` and, for it to count, nothing else. */
export function listDirective(patch: readonly Json[]): PatchDirective | undefined {
  const marked = patch.find((element) => isJsonObject(element) && Object.hasOwn(element, directiveKey))
  if (!isJsonObject(marked) || Object.keys(marked).length > 1) return undefined
  const directive = getOwn(marked, directiveKey)
  return directive === null ? undefined : toDirective(directive)
}

export function withoutDirective(patch: readonly Json[], directive: PatchDirective): readonly Json[] {
  return setElement(patch, [directiveKey], [directive], undefined)
}

/** Elements are compared faster than other steps are taken. */
const comparisonsInStep = 8

/**
 * Merges two lists by the keys of their elements; without keys, as sets of scalars. What the patch names comes first,
 * in its order. `onWork` is told of steps, beyond one for each element.
 */
export function mergeKeyedList(
  value: readonly Json[],
  patch: readonly Json[],
  keys: readonly string[],
  merge: MergeElements,
  onWork: (steps: number) => void = () => undefined,
): readonly Json[] {
  const told = tellBothApart(value, patch, keys)
  if (told === undefined) {
    const count = value.length + patch.length
    if (count > longestList) {
      throw new MergeError(`a list merged by its keys has more than ${longestList} elements`)
    }
    onWork(Math.floor((count * count) / comparisonsInStep))
    return mergeStepByStep(value, patch, keys, keys.length === 0 ? mergeScalars : merge)
  }
  if (patch.length === 0) return mapShared(value, (element) => merge(element, undefined) ?? null)
  return mergeToldApart(value, patch, told, merge)
}

/** Both have the same text, so that nothing changes. */
function mergeScalars(mine: Json | undefined, theirs: Json | undefined): Json | undefined {
  const element = mine ?? theirs
  if (element === undefined || element === null || typeof element !== 'object') return element
  const kind = isJsonObject(element) ? 'MappingNode' : 'SequenceNode'
  throw new MergeError(`wrong node kind: expected ScalarNode but got ${kind}`)
}

/** What has more than one key stands behind what the patch adds, as the object has it. */
function mergeToldApart(
  value: readonly Json[],
  patch: readonly Json[],
  { mine, theirs, used }: BothToldApart,
  merge: MergeElements,
): readonly Json[] {
  const merged = new Map<string, Json>()
  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const [own, other] = [elementAt(value, mine.get(id)), elementAt(patch, theirs.get(id))]
    const result = merge(own, other)
    if (!isEmpty(result)) merged.set(id, own !== undefined && replacesWhole(other) ? own : result)
  }
  if (used.length === 1) return [...merged.values()]
  const added = [...merged].flatMap(([id, element]) => (mine.has(id) ? [] : [element]))
  return [...added, ...[...mine.keys()].flatMap((id) => merged.get(id) ?? [])]
}

function elementAt(list: readonly Json[], at: number | undefined): Json | undefined {
  return at === undefined ? undefined : list[at]
}

/** Step by step as kyaml 0.21.1 does it (yaml/walk/associative_sequence.go), corners included. */
export function mergeStepByStep(
  value: readonly Json[],
  patch: readonly Json[],
  keys: readonly string[],
  merge: MergeElements,
): readonly Json[] {
  const tuples = tuplesOf([...patch, ...value], keys)
  if (tuples.length === 0) return value
  const usable = keys.length === 0 ? [''] : usableKeys(tuples, keys)
  const indexes = usable.map((key) => Math.max(0, keys.indexOf(key)))
  let rest = [...value]
  let merged: readonly Json[] = []
  for (const tuple of tuples) {
    const values = indexes.map((index) => tuple[index] ?? '')
    const known = usable.filter((_, index) => values[index] !== '')
    const lookup: readonly string[] = known.length === 0 ? usable : known
    const wanted = known.length === 0 ? values : values.filter((text) => text !== '')
    const mine = findElement(rest, lookup, wanted)
    const theirs = findElement(patch, lookup, wanted)
    const result = merge(mine, theirs)
    if (isEmpty(result)) {
      rest = [...setElement(rest, usable, values, undefined)]
      continue
    }
    const complete = withKeys(result, usable, values)
    if (mine !== undefined && !replacesWhole(theirs)) rest[rest.indexOf(mine)] = complete
    merged = setElement(merged, usable, values, complete)
  }
  return rest.reduce<readonly Json[]>((list, element) => putBack(list, element, usable), merged)
}

function tuplesOf(elements: readonly Json[], keys: readonly string[]): readonly Tuple[] {
  const tuples = new Map<string, Tuple>()
  for (const element of elements) {
    const tuple = keys.length === 0 ? [textOf(element)] : keys.map((key) => keyText(element, key))
    const id = JSON.stringify(tuple)
    if (!tuples.has(id)) tuples.set(id, tuple)
  }
  return keys.length > 1 ? completeTuples([...tuples.values()]) : [...tuples.values()]
}

/** Tuples that agree in one key and differ in none become their union; a tuple is compared as it was before its turn. */
function completeTuples(tuples: Tuple[]): readonly Tuple[] {
  for (let i = 0; i < tuples.length; i += 1) {
    const tuple = tuples[i] ?? []
    for (let j = 0; j < tuples.length; j += 1) {
      const union = unite(tuple, tuples[j] ?? [])
      if (union) tuples[i] = tuples[j] = union
    }
  }
  return tuples
}

function unite(a: Tuple, b: Tuple): Tuple | undefined {
  if (a === b) return undefined
  const differ = a.some((text, index) => text !== b[index] && text !== '' && b[index] !== '')
  if (differ || !a.some((text, index) => text === b[index])) return undefined
  return a.map((text, index) => text || (b[index] ?? ''))
}

function usableKeys(tuples: readonly Tuple[], keys: readonly string[]): readonly string[] {
  const usable = keys.filter((_, index) => tuples.some((tuple) => tuple[index] !== ''))
  return usable.length === 0 ? keys : usable
}

/** The object's element goes where its keys say, and wins over a merged one there. */
function putBack(list: readonly Json[], element: Json, keys: readonly string[]): readonly Json[] {
  if (keys[0] === '') return setElement(list, keys, [textOf(element)], element)
  const values: string[] = []
  let result = list
  for (const key of keys) {
    const value = isJsonObject(element) ? getOwn(element, key) : undefined
    if (value === undefined || value === null) result = [...result, element]
    else values.push(textOf(value))
  }
  if (keys.length > 1) result = setElement(result, keys, values, undefined)
  return setElement(result, keys, values, element)
}

/** Replaces every element that matches, or appends; without an element removes them. Empty elements go. */
function setElement(
  list: readonly Json[],
  keys: readonly string[],
  values: readonly string[],
  element: Json | undefined,
): readonly Json[] {
  const result: Json[] = []
  let found = false
  for (const present of list) {
    if (isEmpty(present)) continue
    if (!matchesSetter(present, keys, values)) {
      if (values.length > 0 || !isJsonObject(present)) result.push(present)
      continue
    }
    found = true
    if (element !== undefined) result.push(element)
  }
  if (!found && !(element === undefined || element === null)) result.push(element)
  return result
}

function matchesSetter(element: Json, keys: readonly string[], values: readonly string[]): boolean {
  if (values.length === 0) return false
  return keys.every(
    (key, index) => index >= values.length || matchesKey(element, key, values[index] ?? '', true),
  )
}

function findElement(
  list: readonly Json[],
  keys: readonly string[],
  values: readonly string[],
): Json | undefined {
  return list.find((element) =>
    keys.every((key, index) => matchesKey(element, key, values[index] ?? '', false)),
  )
}

/** To find an element its text must be the same; to set one, an empty text stands for any element with the key. */
function matchesKey(element: Json, key: string, text: string, emptyFitsAll: boolean): boolean {
  if (key === '') return textOf(element) === text
  if (!isJsonObject(element) || !Object.hasOwn(element, key)) return false
  return (emptyFitsAll && text === '') || textOf(getOwn(element, key)) === text
}

function isEmpty(value: Json | undefined): value is undefined | null {
  return value === undefined || value === null || (isJsonObject(value) && Object.keys(value).length === 0)
}

/** `$patch: replace` makes a new element, and the object's own is put back over it. */
function replacesWhole(patch: Json | undefined): boolean {
  return isJsonObject(patch) && getOwn(patch, directiveKey) === 'replace'
}

function withKeys(element: Json, keys: readonly string[], values: readonly string[]): Json {
  if (!isJsonObject(element)) return element
  const missing = keys.flatMap((key, index): [string, Json][] => {
    const text = values[index] ?? ''
    return Object.hasOwn(element, key) || text === '' ? [] : [[key, typed(text)]]
  })
  return missing.length === 0
    ? element
    : { ...element, ...(Object.fromEntries(missing) satisfies JsonObject) }
}

function typed(text: string): Json {
  const value = resolvePlain(text)
  return typeof value === 'symbol' ? text : value
}
