import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { mapShared } from '../map-shared.ts'
import { fail } from '../render-error.ts'
import { FieldError, type FieldSteps, fieldSteps, updateField } from './field-spec.ts'
import type { NameReference } from './name-reference-specs.ts'
import { type Lookup, ReferralIndex } from './referral-index.ts'
import { typedBy } from './replacements/json-nodes.ts'
import { PathError } from './replacements/nodes.ts'
import { originalId, type Resource, textOf, withObject } from './resource.ts'
import { formatId, type Gvk, gvkKey, selects } from './resource-id.ts'

/**
 * Every field that names another object by a name it had gets the name it has now. Runs once, over the whole build,
 * when names are final. Reference: kustomize name references (api/filters/nameref).
 */
export function fixNameReferences(
  resources: readonly Resource[],
  references: readonly NameReference[],
): readonly Resource[] {
  const index = new ReferralIndex(resources)
  const fieldsOf = new Map<string, readonly ReferringField[]>()
  return resources.map((referrer) => {
    const original = originalId(referrer)
    const type = gvkKey(original)
    const fields = fieldsOf.get(type) ?? fieldsIn(original, references)
    fieldsOf.set(type, fields)
    return fields.reduce((current, { field, target }) => fixField(current, field, target, index), referrer)
  })
}

interface ReferringField {
  readonly field: FieldSteps
  readonly target: NameReference['target']
}

function fieldsIn(gvk: Gvk, references: readonly NameReference[]): readonly ReferringField[] {
  return references.flatMap(({ fields, target }) =>
    fields.filter((field) => selects(field, gvk)).map((field) => ({ field: fieldSteps(field), target })),
  )
}

/** The names a field holds are looked up as references of `referrer` to objects of the reference's kind. */
function fixField(
  referrer: Resource,
  field: FieldSteps,
  target: NameReference['target'],
  index: ReferralIndex,
): Resource {
  const { path } = field.spec
  try {
    const object = updateField(referrer.object, field, undefined, (value) =>
      fixValue(value, index.lookup(referrer, target, path.endsWith('roleRef/name'))),
    )
    return withObject(referrer, object)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    fail({ ...fileOf(referrer), field: path }, `${error.message} in ${formatId(referrer.id)}`)
  }
}

function fixValue(value: Json, lookup: Lookup): Json {
  if (value === null) return value
  if (!isList(value)) return isJsonObject(value) ? fixMap(value, lookup) : fixName(value, lookup)
  return mapShared(value, (item) => (isList(item) ? item : fixValue(item, lookup)))
}

function fixName(value: Json, lookup: Lookup): Json {
  const name = textOf(value)
  const found = lookup.find(name)
  return found === undefined || found.id.name === name ? value : written(found.id.name)
}

/** kustomize writes a new name without quotes: `16` for one that is `0x10`. Throws `FieldError`. */
function written(name: string): Json {
  try {
    return typedBy(name)
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    throw new FieldError('', `json: unsupported value: the name ${name} is a number without end`)
  }
}

/** A subject or a webhook's service: a name with a namespace. Its kind is not looked at. */
function fixMap(map: JsonObject, lookup: Lookup): Json {
  const name = getOwn(map, 'name')
  if (name === undefined) throw new FieldError('', "path config error; no 'name' field in node")
  const namespace = getOwn(map, 'namespace')
  const beside = { namespace: namespace === undefined ? undefined : textOf(namespace) }
  const found = lookup.find(textOf(name), beside)
  if (found === undefined || (found.id.name === name && found.id.namespace === '')) return map
  const named = { ...map, name: written(found.id.name) }
  return found.id.namespace === '' ? named : { ...named, namespace: found.id.namespace }
}

function fileOf(resource: Resource): { file: string; line: number } {
  return { file: resource.origin.path, line: resource.origin.line }
}
