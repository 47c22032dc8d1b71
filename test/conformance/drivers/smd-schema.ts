import { parse, parseDocument } from 'yaml'
import type { FieldSet } from '../../../src/kube/field-set.ts'
import { parseFieldsV1 } from '../../../src/kube/fields-v1.ts'
import type { Json } from '../../../src/kube/json.ts'
import {
  anySchema,
  type MapNode,
  type Scalar,
  type Schema,
  SchemaTable,
  type TypeNode,
  type TypeRef,
} from '../../../src/kube/schema.ts'

/** A schema as structured-merge-diff's tests write it. */
interface SmdSchema {
  readonly types?: readonly (SmdAtom & { readonly name: string })[]
}

interface SmdAtom {
  readonly scalar?: string
  readonly list?: {
    readonly elementType: SmdRef
    readonly elementRelationship?: string
    readonly keys?: readonly string[]
  }
  readonly map?: SmdMap
}

interface SmdMap {
  readonly fields?: readonly { readonly name: string; readonly type: SmdRef; readonly default?: Json }[]
  readonly elementType?: SmdRef
  readonly elementRelationship?: string
}

type SmdRef = SmdAtom & { readonly namedType?: string; readonly elementRelationship?: string }

/** The schema of a named type; undefined where there is none of that name. */
export function smdSchema(text: string): (type: string) => Schema | undefined {
  const { types = [] } = parse(text) as SmdSchema
  const named = new Map(types.map((type) => [type.name, type]))
  const table = new SchemaTable((name) => {
    const type = named.get(name)
    return type && atomOf(type)
  })
  return (type) => (named.has(type) ? table.schemaOf(`#${type}`) : undefined)
}

export function schemaOf(text: string, type: string): Schema {
  return smdSchema(text)(type) ?? anySchema
}

function refOf({ namedType, elementRelationship, ...atom }: SmdRef): TypeRef {
  if (namedType === undefined) return atomOf(atom)
  if (elementRelationship === undefined) return `#${namedType}`
  return { ref: `#${namedType}`, atomic: elementRelationship === 'atomic' }
}

function atomOf({ scalar, list, map }: SmdAtom): TypeNode {
  return {
    ...(scalar !== undefined && { scalar: scalarOf(scalar) }),
    ...(list && { list: { of: refOf(list.elementType), ...listKind(list), keys: list.keys ?? [] } }),
    ...(map && { map: mapOf(map) }),
  }
}

/** Scalars of other names are not checked. */
function scalarOf(name: string): Scalar {
  return name === 'string' || name === 'numeric' || name === 'boolean' ? name : 'untyped'
}

function listKind({ elementRelationship, keys = [] }: NonNullable<SmdAtom['list']>) {
  if (elementRelationship !== 'associative') return {}
  return { kind: keys.length > 0 ? ('map' as const) : ('set' as const) }
}

function mapOf({ fields, elementType, elementRelationship }: SmdMap): MapNode {
  const entries = fields ?? []
  const defaults = entries.flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default]],
  )
  return {
    ...(fields && { fields: Object.fromEntries(entries.map(({ name, type }) => [name, refOf(type)])) }),
    defaults: Object.fromEntries(defaults),
    ...(elementType && { rest: refOf(elementType) }),
    atomic: elementRelationship === 'atomic',
  }
}

/** A field set as the rows write one. */
export interface SmdSet {
  readonly fieldsV1: Json
}

export function setOf({ fieldsV1 }: SmdSet): FieldSet {
  return isEmptyObject(fieldsV1) ? parseFieldsV1(null) : parseFieldsV1(fieldsV1)
}

function isEmptyObject(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Read as their tests read it: the first value counts, whatever trails it. */
export function yamlValue(text: string): Json {
  return parseDocument(text, { uniqueKeys: false }).toJS() as Json
}
