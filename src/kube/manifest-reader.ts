import { getOwn, isJsonObject, isList, type Json, type JsonObject } from './json.ts'
import type { Manifest, Origin } from './manifest.ts'
import { isApiVersion, isKind, whyNotAName, whyNotANamespace } from './object-name.ts'
import type { YamlDocument } from './yaml-document.ts'

export type ManifestProblemCode = 'not-an-object' | 'missing' | 'wrong-type' | 'illegal'

/** Why a document is no manifest. The message says what to do and quotes no value. */
export interface ManifestProblem {
  readonly code: ManifestProblemCode
  /** From the root of the document. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

export interface LocatedProblem extends ManifestProblem {
  readonly file: string
  readonly line: number
}

export interface ReadManifests {
  readonly manifests: readonly { readonly manifest: Manifest; readonly origin: Origin }[]
  readonly problems: readonly LocatedProblem[]
}

/**
 * The manifests of one document, lists of objects taken apart, and everything that is wrong with it.
 * Nulls among the identifying metadata are dropped; a null label or annotation is the empty text, as in the API server.
 */
export function readManifests(document: YamlDocument, file: string): ReadManifests {
  const manifests: { manifest: Manifest; origin: Origin }[] = []
  const problems: LocatedProblem[] = []
  for (const { value, path } of objectsOf(document.value, [])) {
    const result = toManifest(value)
    if ('manifest' in result) {
      manifests.push({ manifest: result.manifest, origin: { path: file, line: document.lineOf(path) } })
      continue
    }
    for (const problem of result.problems) {
      const whole = [...path, ...problem.path]
      problems.push({ ...problem, path: whole, file, line: document.lineOf(whole) })
    }
  }
  return { manifests, problems }
}

interface Located {
  readonly value: Json
  readonly path: readonly (string | number)[]
}

/** A kind that ends in `List` and has `items` stands for its items. */
function objectsOf(value: Json, path: readonly (string | number)[]): readonly Located[] {
  if (!isJsonObject(value) || !isListKind(getOwn(value, 'kind'))) return [{ value, path }]
  const items = getOwn(value, 'items')
  if (items === null) return []
  if (!isList(items)) return [{ value, path }]
  return items.flatMap((item, index) => objectsOf(item, [...path, 'items', index]))
}

function isListKind(kind: Json | undefined): boolean {
  return typeof kind === 'string' && kind.endsWith('List')
}

/** The manifest that a value is, or everything that keeps it from being one. */
export function toManifest(
  value: Json,
): { readonly manifest: Manifest } | { readonly problems: readonly ManifestProblem[] } {
  if (!isJsonObject(value)) {
    return {
      problems: [
        { code: 'not-an-object', path: [], message: 'is no Kubernetes object; a mapping is expected' },
      ],
    }
  }
  const metadata = getOwn(value, 'metadata')
  const cleaned = isJsonObject(metadata) ? { ...value, metadata: withoutNulls(metadata) } : value
  const problems = [...checkType(cleaned), ...checkMetadata(getOwn(cleaned, 'metadata'))]
  return problems.length === 0 ? { manifest: cleaned as Manifest } : { problems }
}

const identifying: readonly string[] = ['name', 'generateName', 'namespace', 'labels', 'annotations']
const stringMaps: readonly string[] = ['labels', 'annotations']

function withoutNulls(metadata: JsonObject): JsonObject {
  if (identifying.every((key) => isWithoutNulls(getOwn(metadata, key)))) return metadata
  const entries = Object.entries(metadata).filter(
    ([key, value]) => value !== null || !identifying.includes(key),
  )
  return Object.fromEntries(
    entries.map(([key, value]) => [key, stringMaps.includes(key) ? nullsAsText(value) : value]),
  )
}

function isWithoutNulls(value: Json | undefined): boolean {
  return value !== null && !(isJsonObject(value) && Object.values(value).includes(null))
}

function nullsAsText(value: Json): Json {
  if (!isJsonObject(value) || !Object.values(value).includes(null)) return value
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, text ?? '']))
}

function checkType(object: JsonObject): readonly ManifestProblem[] {
  const apiVersion = checkText(object, 'apiVersion', [], (text) =>
    isApiVersion(text) ? undefined : 'must look like "v1" or "apps/v1"',
  )
  const kind = checkText(object, 'kind', [], (text) =>
    isKind(text) ? undefined : 'must look like "Deployment"',
  )
  return [...apiVersion, ...kind]
}

function checkMetadata(metadata: Json | undefined): readonly ManifestProblem[] {
  if (metadata === undefined || metadata === null) return [missing(['metadata'])]
  if (!isJsonObject(metadata)) return [wrongType(['metadata'], 'a mapping')]
  const isGenerated = !Object.hasOwn(metadata, 'name') && Object.hasOwn(metadata, 'generateName')
  const name = checkText(metadata, isGenerated ? 'generateName' : 'name', ['metadata'], whyNotAName)
  const namespace = Object.hasOwn(metadata, 'namespace')
    ? checkText(metadata, 'namespace', ['metadata'], (text) =>
        text === '' ? undefined : whyNotANamespace(text),
      )
    : []
  return [...name, ...namespace, ...stringMaps.flatMap((field) => checkStringMap(metadata, field))]
}

function checkStringMap(metadata: JsonObject, field: string): readonly ManifestProblem[] {
  const map = getOwn(metadata, field)
  if (map === undefined) return []
  if (!isJsonObject(map)) return [wrongType(['metadata', field], 'a mapping')]
  return Object.entries(map).flatMap(([key, value]) =>
    typeof value === 'string' ? [] : [wrongType(['metadata', field, key], 'text; put it in quotes')],
  )
}

function checkText(
  object: JsonObject,
  field: string,
  parent: readonly string[],
  whyNot: (text: string) => string | undefined,
): readonly ManifestProblem[] {
  const path = [...parent, field]
  const value = getOwn(object, field)
  if (value === undefined || value === null) return [missing(path)]
  if (typeof value !== 'string') return [wrongType(path, 'text; put it in quotes')]
  const reason = whyNot(value)
  return reason === undefined ? [] : [{ code: 'illegal', path, message: `${path.join('.')} ${reason}` }]
}

function missing(path: readonly string[]): ManifestProblem {
  return { code: 'missing', path, message: `${path.join('.')} is missing` }
}

function wrongType(path: readonly string[], expected: string): ManifestProblem {
  return { code: 'wrong-type', path, message: `${path.join('.')} must be ${expected}` }
}
