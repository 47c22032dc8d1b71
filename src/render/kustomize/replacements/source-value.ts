import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { fail, inField } from '../../render-error.ts'
import type { Replacement, ReplacementSource } from '../kustomization.ts'
import type { ResourceSet } from '../resource-set.ts'
import { splitFieldPath } from './field-path.ts'
import { jsonNodes, retyped, typedBy } from './json-nodes.ts'
import { lookUp } from './look-up.ts'
import { PathError } from './nodes.ts'
import { findSource } from './select.ts'

/** What is copied. A field that holds a scalar takes the text alone. */
export interface SourceValue {
  readonly json: Json
  /** Empty for maps and lists. */
  readonly text: string
}

/** Throws `RenderError`; its text never holds the value. */
export function sourceValueOf(
  { source, sourceValue, place }: Replacement,
  resources: ResourceSet,
): SourceValue {
  if (source !== undefined && sourceValue !== undefined) {
    fail(place, 'value and resource selectors are mutually exclusive')
  }
  if (source !== undefined) return refine(find(source, resources), source)
  const text = sourceValue ?? ''
  return { json: typedBy(text), text }
}

function find(source: ReplacementSource, resources: ResourceSet): Json {
  const { object } = findSource(source, resources)
  const path = source.fieldPath || 'metadata.name'
  const place = inField(source.place, 'fieldPath')
  try {
    const found = lookUp<Json>(object, splitFieldPath(path), jsonNodes)?.node
    if (!isEmpty(found)) return found
  } catch (error) {
    if (error instanceof PathError) fail(place, `error looking up replacement source: ${error.message}`)
    throw error
  }
  fail(place, `fieldPath \`${path}\` is missing for replacement source`)
}

function isEmpty(value: Json | undefined): value is undefined | null {
  if (value === undefined || value === null) return true
  return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0
}

function refine(value: Json, { options, place }: ReplacementSource): SourceValue {
  const text = jsonNodes.textOf(value)
  if (options.delimiter === '') return { json: value, text }
  if (typeof value === 'object') fail(place, 'delimiter option can only be used with scalar nodes')
  const part = text.split(options.delimiter)[options.index]
  if (part === undefined) {
    fail(inField(place, 'options'), `options.index ${options.index} is out of bounds for the value`)
  }
  return { json: retyped(value, part), text: part }
}
