import { PlumblineError } from '../errors.ts'
import { elementText, field, index, keyed, type PathElement, setItem } from './field-path.ts'
import { FieldSet } from './field-set.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'

/** A text that is no FieldsV1: the API server would not have written it. */
export class FieldsV1Error extends PlumblineError<'invalid-fields'> {
  constructor(what: string) {
    super('invalid-fields', `metadata.managedFields: ${what}`, { turn: 'platform', retryable: false })
  }
}

/**
 * Reads the `fieldsV1` of a managed fields entry. Null is the empty set; steps of kinds that do not exist yet are left
 * out. Throws `FieldsV1Error`.
 * Source: sigs.k8s.io/structured-merge-diff fieldpath/serialize.go.
 */
export function parseFieldsV1(fields: Json): FieldSet {
  return readNode(fields).below
}

interface ReadNode {
  readonly isMember: boolean
  readonly below: FieldSet
}

/** An empty node is a member; one with nodes below it says so with `.`. */
function readNode(value: Json): ReadNode {
  if (value === null) return { isMember: true, below: FieldSet.empty }
  if (!isJsonObject(value)) throw new FieldsV1Error('a field set holds something else than an object')
  const nodes = Object.entries(value).flatMap(([text, inner]) => {
    const element = text === '.' ? undefined : parseElement(text)
    return element ? [{ element, ...readNode(inner) }] : []
  })
  const below = FieldSet.fromNodes(nodes)
  return { isMember: Object.hasOwn(value, '.') || below.isEmpty, below }
}

/** Undefined for kinds of steps that do not exist yet. */
export function parseElement(text: string): PathElement | undefined {
  if (text.length < 2 || text[1] !== ':') throw new FieldsV1Error('a step has no kind')
  const content = text.slice(2)
  switch (text.charAt(0)) {
    case 'f':
      return field(content)
    case 'v':
      return setItem(parseContent(content))
    case 'k':
      return keyed(parseKeys(content))
    case 'i':
      if (!/^[+-]?\d+$/.test(content)) throw new FieldsV1Error('a position is no whole number')
      return index(Number(content))
    default:
      return undefined
  }
}

function parseKeys(content: string): JsonObject {
  const keys = parseContent(content)
  if (!isJsonObject(keys)) throw new FieldsV1Error('the keys of a list item are no object')
  return keys
}

function parseContent(content: string): Json {
  try {
    return JSON.parse(content)
  } catch {
    throw new FieldsV1Error('a step is no JSON')
  }
}

/** Writes a field set as `fieldsV1`, in the API server's order. */
export function formatFieldsV1(set: FieldSet): JsonObject {
  const entries = set.nodes.map(({ element, isMember, below }): [string, Json] => {
    const inner = formatFieldsV1(below)
    return [elementText(element), isMember && !below.isEmpty ? { '.': {}, ...inner } : inner]
  })
  return Object.fromEntries(entries)
}
