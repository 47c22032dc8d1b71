import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { fail } from '../../render-error.ts'
import type { FieldOptions, PlacedText } from '../kustomization.ts'
import type { ValuePath } from '../shared-values.ts'
import { isWrittenAs, type SaidText, textAt, type WrittenTexts, withTexts } from '../written-texts.ts'
import { refuseBelowEmpty } from './below-empty.ts'
import { type PathStep, splitFieldPath } from './field-path.ts'
import { jsonNodes, retyped, typedBy } from './json-nodes.ts'
import { lookUp, type Trail } from './look-up.ts'
import { PathError } from './nodes.ts'
import type { SourceField, SourceValue } from './source-field.ts'
import { countFields, setInText } from './structured-text.ts'
import { type Walk, walkPath } from './walk-path.ts'

/** A changed value, and what kustomize lost on the way without a word. */
interface Copied {
  readonly value: Json
  /** What has been set, where it may be written otherwise than its value is. */
  readonly said: readonly SaidText[]
  readonly losses: readonly string[]
}

interface Aim {
  readonly source: SourceField
  /** The source is a field of the object itself. */
  readonly isHolder: boolean
  readonly options: FieldOptions
  /** Of the object. */
  readonly texts: WrittenTexts
  readonly warn: (loss: string) => void
  /** Is told how long a text is that is about to be put together. */
  readonly written: (size: number) => void
  /** Is told how many items of a list are looked at. */
  readonly looked: (items: number) => void
}

export interface CopiedInto {
  readonly object: JsonObject
  readonly texts: WrittenTexts
}

/** The object with the source in every field that the path leads to; losses are told to `warn`. Throws `RenderError`. */
export function copyInto(object: JsonObject, { text: path, place }: PlacedText, aim: Aim): CopiedInto {
  const { options, texts, warn } = aim
  const steps = splitFieldPath(path)
  const what = options.create ? 'find or create' : 'find'
  const missing = `unable to ${what} field "${path}" in replacement target`
  try {
    if (options.create) refuseBelowEmpty(object, steps, texts)
    const copied = copyIntoText(object, steps, aim) ?? copy(object, steps, aim)
    if (copied === undefined) fail(place, missing)
    for (const loss of copied.losses) warn(`"${path}": ${loss}`)
    const next = isJsonObject(copied.value) ? copied.value : object
    return { object: next, texts: withTexts(texts, next, copied.said) }
  } catch (error) {
    if (error instanceof PathError) fail(place, `${missing}: ${error.message}`)
    throw error
  }
}

/** Undefined when the path leads nowhere. */
function copy(object: JsonObject, steps: readonly PathStep[], aim: Aim): Copied | undefined {
  const { source, isHolder, options, texts } = aim
  const losses = new Set<string>()
  const said: SaidText[] = []
  const create = options.create ? kindOf(source.value.json) : undefined
  const walk: Walk<Json> = {
    nodes: jsonNodes,
    create,
    change: (field, way) => {
      if (isEmptied(field, source.value)) losses.add(emptied)
      const next = changed(field, textAt(texts, object, way), aim)
      const kept = isAnnotation(way) && typeof next.json !== 'object' ? { ...next, json: next.text } : next
      if (isHolder) source.set(way, kept)
      if (texts.size > 0 || !isWrittenAs(kept.json, kept.text)) said.push({ path: way, ...kept })
      return kept.json
    },
    countInText: (text, rest) => countFields(text, rest, create),
    found: { fields: 0, lost: 0 },
    looked: aim.looked,
    writtenAt: (way) => textAt(texts, object, way),
    way: [],
  }
  const result = walkPath<Json>(object, steps, walk)
  if (walk.found.lost > 0) losses.add(notSet)
  return walk.found.fields === 0 ? undefined : { value: result, said, losses: [...losses] }
}

const emptied = 'a map or a list is copied into a field that holds a scalar, which leaves it empty'
const notSet =
  'the value is not set: the path leads below null, or into a text by a pattern or by way of another text'

function isEmptied(field: Json | undefined, { json }: SourceValue): boolean {
  return field !== undefined && !isContainer(field) && isContainer(json)
}

/** A scalar keeps its type and takes the text, a field just made is typed by it; all else becomes the value. */
function changed(
  field: Json | undefined,
  fieldText: string | undefined,
  { source: { value }, options, written }: Aim,
): SourceValue {
  const { delimiter, index } = options
  const isScalar = field === undefined ? kindOf(value.json) === 'scalar' : !isContainer(field)
  if (delimiter !== '' && !isScalar) {
    throw new PathError('delimiter option can only be used with scalar nodes')
  }
  if (!isScalar) return value
  const present = field === undefined ? '' : (fieldText ?? jsonNodes.textOf(field))
  if (delimiter !== '') written(present.length + value.text.length)
  const text =
    delimiter === '' ? value.text : spliced(present.split(delimiter), index, value.text).join(delimiter)
  return { json: field === undefined ? typedBy(text) : retyped(field, text), text }
}

/** Annotations are text, whatever it looks like. */
function isAnnotation(way: ValuePath): boolean {
  return way.length === 3 && way[0] === 'metadata' && way[1] === 'annotations'
}

function spliced(parts: readonly string[], index: number, text: string): readonly string[] {
  if (index < 0) return [text, ...parts]
  return index >= parts.length ? [...parts, text] : parts.with(index, text)
}

function isContainer(value: Json): boolean {
  return isJsonObject(value) || isList(value)
}

function kindOf(value: Json): 'map' | 'list' | 'scalar' {
  return isList(value) ? 'list' : isJsonObject(value) ? 'map' : 'scalar'
}

/**
 * Into a text of JSON or YAML that stands in a field on the way: the first one counts. Undefined when there is none, or
 * it does not take the value.
 */
function copyIntoText(
  object: JsonObject,
  steps: readonly PathStep[],
  { source: { value }, options }: Aim,
): Copied | undefined {
  for (let length = 1; length < steps.length; length += 1) {
    const found = scalarAt(object, steps.slice(0, length))
    if (found === undefined) continue
    const create = options.create ? kindOf(value.json) : undefined
    const text = setInText(jsonNodes.textOf(found.node), steps.slice(length), value, create)
    if (text === undefined) return undefined
    const losses = text.lost > 0 ? [notSet] : []
    return { value: putAt(object, found.trail, retyped(found.node, text.text)), said: [], losses }
  }
  return undefined
}

function scalarAt(
  object: JsonObject,
  steps: readonly PathStep[],
): { readonly node: Json; readonly trail: Trail } | undefined {
  try {
    const found = lookUp<Json>(object, steps, jsonNodes)
    return found === undefined || isContainer(found.node) ? undefined : found
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

function putAt(node: Json, [step, ...rest]: Trail, value: Json): Json {
  if (step === undefined) return value
  if (isList(node)) return node.map((item, index) => (index === step ? putAt(item, rest, value) : item))
  if (!isJsonObject(node)) return node
  return { ...node, [step]: putAt(getOwn(node, String(step)) ?? null, rest, value) }
}
