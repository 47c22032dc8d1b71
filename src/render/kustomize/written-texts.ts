import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { ManifestDocument } from '../go-yaml/parse-yaml.ts'
import type { ValuePath } from './shared-values.ts'

/**
 * Scalars whose text in the file is not what their value is written as, by their place: `1.10`, `0x10`, `TRUE`, a date,
 * and nothing at all, which is null. Items of a list are told by their name, so that they may move.
 */
export type WrittenTexts = ReadonlyMap<string, WrittenText>

interface WrittenText {
  readonly steps: readonly string[]
  readonly text: string
  /** Another value there has not this text. */
  readonly value: Json
}

export const noTexts: WrittenTexts = new Map()

/** `path` is that of the object in the document. */
export function writtenTexts(object: JsonObject, document: ManifestDocument, path: ValuePath): WrittenTexts {
  if (!document.isRewritten) return noTexts
  const texts = new Map<string, WrittenText>()
  const visit = (value: Json, way: ValuePath): void => {
    if (isList(value)) for (const [at, item] of value.entries()) visit(item, [...way, at])
    else if (isJsonObject(value))
      for (const [key, field] of Object.entries(value)) visit(field, [...way, key])
    else if (typeof value !== 'string' || time.test(value)) {
      const text = document.sourceOf([...path, ...way])
      if (text === undefined || isWrittenAs(value, text)) return
      const { key, steps } = placeOf(object, way)
      texts.set(key, { steps, text, value })
    }
  }
  visit(object, [])
  return texts
}

/** What a date is written as. */
const time = /^\d{4}-\d\d-\d\dT.*[Z\d]$/

export type IsWrittenQuoted = (object: JsonObject, path: ValuePath) => boolean | undefined

/** Reads the document again as soon as it is asked, which is seldom; `path` is that of the object in it. */
export function quotesIn(readAgain: () => ManifestDocument | undefined, path: ValuePath): IsWrittenQuoted {
  let document: ManifestDocument | undefined
  const positionIn = positionsKept()
  return (object, way) => {
    document ??= readAgain()
    if (document === undefined) return undefined
    const written = pathOf(document.value, path, placeOf(object, way).steps, positionIn)
    return written && document.isQuoted(written)
  }
}

/** From places to positions. */
function pathOf(
  root: Json,
  path: ValuePath,
  steps: readonly string[],
  positionIn: PositionIn,
): ValuePath | undefined {
  const way = [...path]
  let value: Json | undefined = path.reduce<Json | undefined>(
    (at, step) => (isList(at) ? at[Number(step)] : field(at, String(step))),
    root,
  )
  for (const step of steps) {
    const at: string | number = isList(value) ? positionIn(value, step) : step
    value = isList(value) ? value[Number(at)] : field(value, step)
    if (value === undefined) return undefined
    way.push(at)
  }
  return way
}

/** The text of the scalar at a path as it was written; undefined where that is how its value is written. */
export function textAt(texts: WrittenTexts, object: JsonObject, path: ValuePath): string | undefined {
  if (texts.size === 0) return undefined
  const { key, value } = placeOf(object, path)
  const known = texts.get(key)
  return known !== undefined && known.value === value ? known.text : undefined
}

export interface SaidText {
  readonly path: ValuePath
  readonly json: Json
  readonly text: string
}

/** Maps and lists have no text of their own. */
export function isWrittenAs(value: Json, text: string): boolean {
  return (typeof value === 'object' && value !== null) || String(value) === text
}

/** With what has been set in the object since. */
export function withTexts(texts: WrittenTexts, object: JsonObject, said: readonly SaidText[]): WrittenTexts {
  if (said.length === 0) return texts
  const next = new Map(texts)
  for (const { path, json, text } of said) {
    const { key, steps } = placeOf(object, path)
    if (isWrittenAs(json, text)) next.delete(key)
    else next.set(key, { steps, text, value: json })
  }
  return next
}

/** As a strategic merge leaves them: what the patch says is written as it stands there. */
export function mergeTexts(texts: WrittenTexts, patched: WrittenTexts, patch: JsonObject): WrittenTexts {
  if (texts.size === 0) return patched
  const read = reader(patch)
  const kept = [...texts].filter(([, { steps }]) => read(steps) === undefined)
  return new Map([...kept, ...patched])
}

function placeOf(object: JsonObject, path: ValuePath): Place {
  let value: Json | undefined = object
  const steps = path.map((at) => {
    const container: Json | undefined = value
    value = isList(container) ? container[Number(at)] : field(container, String(at))
    return (isList(container) && nameStep(value)) || String(at)
  })
  return { key: JSON.stringify(steps), steps, value }
}

/** Undefined for an item without a name. */
function nameStep(item: Json | undefined): string | undefined {
  const name = field(item, 'name')
  return typeof name === 'string' ? `[name=${name}]` : undefined
}

interface Place {
  readonly key: string
  readonly steps: readonly string[]
  readonly value: Json | undefined
}

/** Reads the values at places, items of lists by their names. */
function reader(object: JsonObject): (steps: readonly string[]) => Json | undefined {
  const positionIn = positionsKept()
  return (steps) =>
    steps.reduce<Json | undefined>(
      (value, step) => (isList(value) ? value[positionIn(value, step)] : field(value, step)),
      object,
    )
}

/** As `positionsIn`, looking through each list once. */
function positionsKept(): PositionIn {
  const known = new Map<readonly Json[], PositionOf>()
  return (list, step) => {
    const positionOf = known.get(list) ?? positionsIn(list)
    known.set(list, positionOf)
    return positionOf(step)
  }
}

type PositionOf = (step: string) => number
type PositionIn = (list: readonly Json[], step: string) => number

/** The positions of the items that steps mean; NaN for a name that no item has. */
export function positionsIn(list: readonly Json[]): PositionOf {
  const named = new Map<string, number>()
  for (const [at, item] of list.entries()) {
    const step = nameStep(item)
    if (step !== undefined && !named.has(step)) named.set(step, at)
  }
  return (step) => named.get(step) ?? Number(step)
}

function field(map: Json | undefined, key: string): Json | undefined {
  return isJsonObject(map) ? getOwn(map, key) : undefined
}
