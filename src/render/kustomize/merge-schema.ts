import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { MergeError } from './merge-error.ts'
import { definitionOfKind, definitions } from './merge-keys.generated.ts'
import type { FieldRules, MergeRule, MergeSchema } from './merge-rule.ts'
import { textOf } from './resource.ts'

export const builtInSchema: MergeSchema = ['built-in']

/** The rule of an object's root: by its exact apiVersion and kind. */
export function ruleOfKind(
  apiVersion: string,
  kind: string,
  schema: MergeSchema = builtInSchema,
): MergeRule | undefined {
  const key = `${apiVersion}/${kind}`
  for (const layer of schema) {
    if (layer === 'built-in') {
      const to = getOwn(definitionOfKind, key)
      if (to !== undefined) return { to }
    } else {
      const written = layer.kinds.get(key)
      if (written !== undefined) return ruleOfWritten(written)
    }
  }
  return undefined
}

/** The rule of a value that no schema knows: it may be an object of a known kind. */
export function ruleOfValue(value: Json | undefined, schema: MergeSchema): MergeRule | undefined {
  if (!isJsonObject(value)) return undefined
  return ruleOfKind(textOf(getOwn(value, 'apiVersion')), textOf(getOwn(value, 'kind')), schema)
}

export function ruleOfField(
  rule: MergeRule | undefined,
  field: string,
  schema: MergeSchema,
): MergeRule | undefined {
  const own = rule?.fields && getOwn(rule.fields, field)
  if (own?.replaces) return own
  const known = rule && knownField(rule, field, schema)
  return own === undefined ? known : { ...known, ...own }
}

function knownField({ to, written }: MergeRule, field: string, schema: MergeSchema): MergeRule | undefined {
  const map = written ?? writtenDefinition(to, schema)
  if (map !== undefined) return writtenField(map, field, schema)
  const fields = to === undefined ? undefined : getOwn(definitions, to)
  return fields && getOwn(fields, field)
}

export function ruleOfElements(rule: MergeRule | undefined, schema: MergeSchema): MergeRule | undefined {
  if (rule?.written === undefined) return rule?.to === undefined ? undefined : { to: rule.to }
  const { type, items } = rule.written
  const isArray = type === 'array' || (Array.isArray(type) && type.length === 1 && type[0] === 'array')
  return isArray && isJsonObject(items) ? resolve(items, schema) : undefined
}

/** Of a name that the document redefines or that only it knows. */
function writtenDefinition(name: string | undefined, schema: MergeSchema): JsonObject | undefined {
  if (name === undefined) return undefined
  for (const layer of schema) {
    if (layer !== 'built-in') {
      const written = layer.definitions.get(name)
      if (written !== undefined) return written
    } else if (Object.hasOwn(definitions, name)) return undefined
  }
  return undefined
}

/** A map without the field as a property has one rule for all its fields. */
function writtenField(written: JsonObject, field: string, schema: MergeSchema): MergeRule | undefined {
  const properties = getOwn(written, 'properties')
  const property = isJsonObject(properties) ? getOwn(properties, field) : undefined
  const next = property ?? getOwn(written, 'additionalProperties')
  return isJsonObject(next) ? resolve(next, schema) : undefined
}

const mostReferences = 100

function resolve(written: JsonObject, schema: MergeSchema): MergeRule | undefined {
  let found = written
  for (let count = 0; count < mostReferences; count += 1) {
    const reference = getOwn(found, '$ref')
    if (typeof reference !== 'string' || reference === '') return ruleOfWritten(found)
    const name = /^#\/definitions\/(?<name>[^/]+)$/.exec(reference)?.groups?.name
    const to = name?.replaceAll('~1', '/').replaceAll('~0', '~')
    const next = writtenDefinition(to, schema)
    if (next === undefined) return builtInDefinition(to, schema)
    found = next
  }
  throw new MergeError(
    `the references of the OpenAPI document go in a circle or are more than ${mostReferences}`,
  )
}

function builtInDefinition(name: string | undefined, schema: MergeSchema): MergeRule | undefined {
  const isKnown = name !== undefined && schema.includes('built-in') && Object.hasOwn(definitions, name)
  return isKnown ? { to: name } : undefined
}

const patchExtension = 'x-kubernetes-patch-'

function ruleOfWritten(written: JsonObject): MergeRule {
  const strategy = getOwn(written, `${patchExtension}strategy`)
  if (typeof strategy !== 'string' || !strategy.split(',').includes('merge')) return { written }
  const mapKeys = getOwn(written, 'x-kubernetes-list-map-keys')
  const key = getOwn(written, `${patchExtension}merge-key`)
  const keys = Array.isArray(mapKeys) ? mapKeys : [key]
  return { written, keys: keys.filter((name) => typeof name === 'string') }
}

/** Both; where they differ the first holds. */
export function joinRules(
  first: FieldRules | undefined,
  second: FieldRules | undefined,
): FieldRules | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const joined = Object.entries(second).map(([field, rule]): [string, MergeRule] => {
    const mine = getOwn(first, field)
    const fields = joinRules(mine?.fields, rule.fields)
    return [field, { ...rule, ...mine, ...(fields && { fields }) }]
  })
  return { ...first, ...Object.fromEntries(joined) }
}
