import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { analyseText } from '../go-yaml/analyse-text.ts'
import { isTyped } from '../go-yaml/is-typed.ts'
import { mapFields, mapShared } from '../map-shared.ts'
import { longestList } from './keyed-list.ts'
import { directiveKey } from './merge-error.ts'
import type { MergeRule, MergeSchema } from './merge-rule.ts'
import { ruleOfElements, ruleOfField } from './merge-schema.ts'
import { type Resource, textOf } from './resource.ts'
import type { ValuePath } from './shared-values.ts'
import { idOf, tellBothApart } from './told-apart.ts'
import { textAt } from './written-texts.ts'

interface Walk {
  readonly patch: Resource
  readonly resource: Resource
  readonly schema: MergeSchema
}

/** Two values that will be merged. */
interface Pair {
  readonly mine: Json | undefined
  readonly theirs: Json
  readonly rule: MergeRule | undefined
  /** To where they stand. */
  readonly myPath: ValuePath
  readonly theirPath: ValuePath
}

/**
 * The patch as it will be merged into an object. kustomize leaves the quotes of a text where they are: what takes its
 * place without any, like `8080` or `1.20`, becomes text as it is written.
 */
export function withKeptQuotes(
  patch: Resource,
  resource: Resource,
  rule: MergeRule | undefined,
  schema: MergeSchema,
): JsonObject {
  const root = { mine: resource.object, theirs: patch.object, rule, myPath: [], theirPath: [] }
  const kept = keepQuotes(root, { patch, resource, schema })
  return isJsonObject(kept) ? kept : patch.object
}

function keepQuotes(pair: Pair, walk: Walk): Json {
  const { mine, theirs } = pair
  if (isJsonObject(theirs)) return isJsonObject(mine) ? keepInMap(pair, mine, theirs, walk) : theirs
  if (isList(theirs)) return isList(mine) ? keepInList(pair, mine, theirs, walk) : theirs
  if (theirs === null || typeof mine !== 'string') return theirs
  const { object, texts } = walk.patch
  const text =
    textAt(texts, object, pair.theirPath) ?? (typeof theirs === 'string' ? undefined : String(theirs))
  return text !== undefined && isQuoted(mine, pair.myPath, walk.resource) ? text : theirs
}

/** A map that is replaced as a whole keeps nothing. */
function keepInMap(pair: Pair, mine: JsonObject, theirs: JsonObject, walk: Walk): Json {
  if (Object.hasOwn(theirs, directiveKey)) return theirs
  return mapFields(theirs, (field, key) => {
    const below = {
      mine: Object.hasOwn(mine, key) ? mine[key] : undefined,
      theirs: field,
      rule: ruleOfField(pair.rule, key, walk.schema),
      myPath: [...pair.myPath, key],
      theirPath: [...pair.theirPath, key],
    }
    return keepQuotes(below, walk)
  })
}

/** Elements meet by their keys; without keys the list is replaced, and what is too long to be merged is refused there. */
function keepInList(pair: Pair, mine: readonly Json[], theirs: readonly Json[], walk: Walk): Json {
  const { keys } = pair.rule ?? {}
  const find = keys && finderIn(mine, theirs, keys)
  if (find === undefined) return theirs
  const rule = ruleOfElements(pair.rule, walk.schema)
  return mapShared(theirs, (item, index) => {
    const at = find(item)
    if (at === undefined) return item
    const [myPath, theirPath] = [
      [...pair.myPath, at],
      [...pair.theirPath, index],
    ]
    return keepQuotes({ mine: mine[at], theirs: item, rule, myPath, theirPath }, walk)
  })
}

/** The position of the element that an element of the patch will be merged into. */
function finderIn(
  mine: readonly Json[],
  theirs: readonly Json[],
  keys: readonly string[],
): ((element: Json) => number | undefined) | undefined {
  const told = tellBothApart(mine, theirs, keys)
  if (told !== undefined) return (element) => told.mine.get(idOf(element, keys))
  if (keys.length === 0 || mine.length + theirs.length > longestList) return undefined
  return (element) => {
    const at = mine.findIndex((other) => isSameElement(other, element, keys))
    return at < 0 ? undefined : at
  }
}

function isSameElement(a: Json, b: Json, keys: readonly string[]): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const pairs = keys.map((key) => [textOf(a[key]), textOf(b[key])]).filter(([left, right]) => left && right)
  return pairs.length > 0 && pairs.every(([left, right]) => left === right)
}

/** As its file says; of what comes from elsewhere, when it would be something else without quotes. */
function isQuoted(text: string, path: ValuePath, { object, isWrittenQuoted }: Resource): boolean {
  return isWrittenQuoted?.(object, path) ?? (text === '' || isTyped(text) || !analyseText(text).plain)
}
