import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { fail, inField } from '../../render-error.ts'
import type { Replacement, ReplacementSource } from '../kustomization.ts'
import type { Resource } from '../resource.ts'
import type { ResourceSet } from '../resource-set.ts'
import { textAt } from '../written-texts.ts'
import { splitFieldPath } from './field-path.ts'
import { jsonNodes, retyped, typedBy } from './json-nodes.ts'
import { type Found, lookUp } from './look-up.ts'
import { PathError } from './nodes.ts'
import { findSource } from './select.ts'
import { asSourceValue, SourceField, type SourceValue } from './source-field.ts'
import { untyped } from './text-tree.ts'

/** Throws `RenderError`; its text never holds the value. */
export function sourceFieldOf(
  { source, sourceValue, place }: Replacement,
  resources: ResourceSet,
): SourceField {
  if (source !== undefined && sourceValue !== undefined) {
    fail(place, 'value and resource selectors are mutually exclusive')
  }
  if (source === undefined) {
    const text = sourceValue ?? ''
    return new SourceField({ ...typedOr(text, typedBy), written: untyped(text) })
  }
  const resource = findSource(source, resources)
  const { node, trail } = find(source, resource)
  const value = asSourceValue(node, textAt(resource.texts, resource.object, trail))
  if (source.options.delimiter !== '') return new SourceField(partOf(value, source))
  return new SourceField(value, { resource, path: trail })
}

function find(source: ReplacementSource, { object }: Resource): Found<Json> {
  const path = source.fieldPath || 'metadata.name'
  const place = inField(source.place, 'fieldPath')
  try {
    const found = lookUp<Json>(object, splitFieldPath(path), jsonNodes)
    if (found !== undefined && !isEmpty(found.node)) return found
  } catch (error) {
    if (error instanceof PathError) fail(place, `error looking up replacement source: ${error.message}`)
    throw error
  }
  fail(place, `fieldPath \`${path}\` is missing for replacement source`)
}

function isEmpty(value: Json): boolean {
  if (value === null) return true
  return isList(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0
}

function partOf({ json, text }: SourceValue, { options, place }: ReplacementSource): SourceValue {
  if (typeof json === 'object') fail(place, 'delimiter option can only be used with scalar nodes')
  const part = text.split(options.delimiter)[options.index]
  if (part === undefined) {
    fail(inField(place, 'options'), `options.index ${options.index} is out of bounds for the value`)
  }
  return typedOr(part, (text) => retyped(json, text))
}

/** Its type counts only where it takes the place of a map or a list; a text that has none is text. */
function typedOr(text: string, type: (text: string) => Json): SourceValue {
  try {
    return { json: type(text), text }
  } catch (error) {
    if (error instanceof PathError) return { json: text, text }
    throw error
  }
}
