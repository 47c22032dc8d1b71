import { canonicalJson } from './canonical-json.ts'
import { isJsonObject, isList, type Json } from './json.ts'
import { compareText } from './object-key.ts'

/**
 * One step into an object: a field of a map, an item of a keyed list by its keys (sorted by name), an item of a set by
 * its value, an item of an atomic list by its position.
 * Source: sigs.k8s.io/structured-merge-diff fieldpath.PathElement.
 */
export type PathElement =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'key'; readonly keys: readonly KeyValue[] }
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'index'; readonly index: number }

export type KeyValue = readonly [name: string, value: Json]
export type FieldPath = readonly PathElement[]

export function field(name: string): PathElement {
  return { kind: 'field', name }
}

export function keyed(keys: { readonly [name: string]: Json } | readonly KeyValue[]): PathElement {
  const pairs: readonly KeyValue[] = isList(keys) ? keys : Object.entries(keys)
  return { kind: 'key', keys: pairs.toSorted(([a], [b]) => compareText(a, b)) }
}

export function setItem(value: Json): PathElement {
  return { kind: 'value', value }
}

export function index(position: number): PathElement {
  return { kind: 'index', index: position }
}

/** A path of fields: `fieldPath('spec', 'replicas')`. */
export function fieldPath(...names: readonly string[]): FieldPath {
  return names.map(field)
}

/** The element as FieldsV1 writes it, `f:name` or `k:{"name":"web"}`; equal elements have equal texts. */
export function elementText(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `f:${element.name}`
    case 'key':
      return `k:{${element.keys.map(([name, value]) => `${JSON.stringify(name)}:${canonicalJson(value)}`).join(',')}}`
    case 'value':
      return `v:${canonicalJson(element.value)}`
    case 'index':
      return `i:${element.index}`
  }
}

/** `.spec.template.spec.containers[name="web"].image`, as the API server names fields in conflicts. */
export function formatApiPath(path: FieldPath): string {
  return path.map(formatApiElement).join('')
}

export function formatApiElement(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `.${element.name}`
    case 'key':
      return `[${element.keys.map(([name, value]) => `${name}=${apiValue(value)}`).join(',')}]`
    case 'value':
      return `[=${apiValue(element.value)}]`
    case 'index':
      return `[${element.index}]`
  }
}

function apiValue(value: Json): string {
  if (isList(value)) return `[${value.map(apiValue).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name}=${apiValue(inner)}`)
    .join('')
}

/**
 * `spec.template.spec.containers[name=web].image`, for people. Names and values that would not read well are quoted:
 * `metadata.annotations["example.org/note"]`.
 */
export function formatPath(path: FieldPath): string {
  return path.map(formatElement).join('').replace(/^\./, '')
}

function formatElement(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return /^[\w-]+$/.test(element.name) ? `.${element.name}` : `[${JSON.stringify(element.name)}]`
    case 'key':
      return `[${element.keys.map(([name, value]) => `${name}=${plainValue(value)}`).join(',')}]`
    case 'value':
      return `[=${plainValue(element.value)}]`
    case 'index':
      return `[${element.index}]`
  }
}

function plainValue(value: Json): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : canonicalJson(value)
}

/** Fields, keys, values, positions; each in its own order: that of FieldsV1. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a.kind === 'field' && b.kind === 'field') return compareText(a.name, b.name)
  if (a.kind === 'key' && b.kind === 'key') return compareKeyLists(a.keys, b.keys)
  if (a.kind === 'value' && b.kind === 'value') return compareValues(a.value, b.value)
  if (a.kind === 'index' && b.kind === 'index') return a.index - b.index
  return kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)
}

const kindOrder: readonly PathElement['kind'][] = ['field', 'key', 'value', 'index']

function compareKeyLists(a: readonly KeyValue[], b: readonly KeyValue[]): number {
  for (const [position, [name, value]] of a.entries()) {
    const other = b[position]
    if (!other) return 1
    const order = compareText(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Numbers, texts, booleans, lists, maps, null: the order of structured-merge-diff's value.Compare. */
function compareValues(a: Json, b: Json): number {
  const byType = typeRank(a) - typeRank(b)
  if (byType !== 0) return byType
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return compareText(canonicalJson(a), canonicalJson(b))
}

function typeRank(value: Json): number {
  if (value === null) return 5
  if (typeof value === 'object') return isList(value) ? 3 : 4
  return ['number', 'string', 'boolean'].indexOf(typeof value)
}
