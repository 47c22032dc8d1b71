import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { fail } from '../../render-error.ts'
import { type ChangeValue, type Created, FieldError, type FieldSteps, updateField } from '../field-spec.ts'
import { type Resource, withObject } from '../resource.ts'
import { formatId, selects } from '../resource-id.ts'

/** Applies `change` to every value that the fields lead to in this object; what makes scalars takes no map or list. */
export function changeFields(
  resource: Resource,
  fields: readonly FieldSteps[],
  created: Created | undefined,
  change: ChangeValue,
): Resource {
  let object = resource.object
  const checked: ChangeValue = created === 'scalar' ? (value, path) => change(scalar(value), path) : change
  for (const field of fields) {
    const { spec } = field
    if (!selects(spec, resource.id)) continue
    try {
      object = updateField(object, field, created, checked)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      const { path, line } = resource.origin
      const what = `considering field '${spec.path}' of object ${formatId(resource.id)}: ${error.message}`
      fail({ file: path, line }, what)
    }
  }
  return withObject(resource, object)
}

function scalar(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  throw otherKind('ScalarNode', value)
}

function otherKind(expected: string, value: Json): FieldError {
  const kind = isList(value) ? 'SequenceNode' : isJsonObject(value) ? 'MappingNode' : 'ScalarNode'
  return new FieldError('', `wrong node kind: expected ${expected} but got ${kind}`)
}

/** Sets keys of a map, in the way of labels and annotations. A null stays. */
export function setEntries(entries: { readonly [key: string]: string }): (value: Json) => Json {
  return (value) => {
    if (value === null) return value
    if (isJsonObject(value)) return { ...value, ...entries }
    throw otherKind('MappingNode', value)
  }
}
