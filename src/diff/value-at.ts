import type { FieldPath, PathElement } from '../kube/field-path.ts'
import { getOwn, isList } from '../kube/json.ts'
import type { LiveValue } from '../kube/manifest.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { itemAt } from './list-items.ts'

/** A place in an object: what is there, and its type. */
export interface Place {
  readonly value: LiveValue | undefined
  readonly schema: Schema
}

/** What stands at a path; the value is undefined where the path leads nowhere. */
export function placeAt(object: LiveValue, path: FieldPath, schema: Schema): Place {
  return path.reduce<Place>((place, element) => step(place, element), { value: object, schema })
}

function step({ value, schema }: Place, element: PathElement): Place {
  if (element.kind === 'field') {
    return {
      value: isLiveMap(value) ? getOwn(value, element.name) : undefined,
      schema: schema.map?.get(element.name) ?? anySchema,
    }
  }
  return {
    value: isListValue(value) ? itemAt(value, element, schema.list) : undefined,
    schema: schema.list?.item ?? anySchema,
  }
}

function isListValue(value: LiveValue | undefined): value is readonly LiveValue[] {
  return value !== undefined && isList(value)
}
