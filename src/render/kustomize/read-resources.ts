import type { Dialect } from '../../kube/go-yaml/dialect.ts'
import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { YamlPath } from '../../kube/yaml-document.ts'
import { type ManifestDocument, parseManifests } from '../go-yaml/parse-yaml.ts'
import type { RenderProblem } from '../render-error.ts'
import type { ApiSchema } from './api-schema.ts'
import { commentRules, linesWithRules } from './comment-rules.ts'
import { takeInternalAnnotations } from './internal-annotations.ts'
import { annotationsOf, aResource, type Resource } from './resource.ts'
import type { UnquotedAnnotation } from './unquoted-annotations.ts'
import { quotesIn, writtenTexts } from './written-texts.ts'

export interface ReadResources {
  readonly resources: readonly Resource[]
  readonly problems: readonly RenderProblem[]
}

/**
 * The objects of a text, in order, lists of objects taken apart behind the others, and what is wrong with them.
 * Throws `YamlError`.
 */
export function readResources(
  text: string,
  file: string,
  schema: ApiSchema,
  dialect?: Dialect,
): ReadResources {
  const resources: Resource[] = []
  const problems: RenderProblem[] = []
  const documents = parseManifests(text, { file }, dialect)
  const lines = linesWithRules(text)
  const queue: Located[] = documents.map((document, index) => ({
    document,
    value: document.value,
    path: [],
    readAgain: () => parseManifests(text, { file }, dialect)[index],
  }))
  for (const located of queue) {
    const items = itemsOf(located)
    if (items !== undefined) {
      for (const item of items) queue.push(item)
      continue
    }
    const what = whyNotAResource(located.value)
    const line = located.document.lineOf(located.path)
    if (what === undefined && isJsonObject(located.value)) {
      const unquoted = unquotedAnnotations(located.value, located)
      const object = completeList(withTextAnnotations(located.value, located))
      const mergeRules = lines && commentRules(object, located.path, located.document, lines)
      const resource = takeInternalAnnotations({
        ...aResource(object, { path: file, line }, schema),
        unquoted,
        texts: writtenTexts(object, located.document, located.path),
        isWrittenQuoted: quotesIn(located.readAgain, located.path),
      })
      resources.push(mergeRules === undefined ? resource : { ...resource, mergeRules })
    } else if (what !== undefined) problems.push({ code: 'invalid', file, line, message: what })
  }
  return { resources, problems }
}

interface Located {
  readonly document: ManifestDocument
  readonly value: Json
  readonly path: YamlPath
  readonly readAgain: () => ManifestDocument | undefined
}

/** Undefined for what is no list of objects. */
function itemsOf({ value, path, ...document }: Located): readonly Located[] | undefined {
  if (isList(value)) return value.length === 0 ? [] : undefined
  if (!isJsonObject(value)) return undefined
  if (Object.keys(value).length === 0) return []
  const kind = getOwn(value, 'kind')
  const items = getOwn(value, 'items')
  if (typeof kind !== 'string' || !kind.endsWith('List') || items === undefined) return undefined
  if (items === null) return []
  if (!isList(items) || !items.every(isJsonObject)) return undefined
  return items.map((item, index) => ({ ...document, value: item, path: [...path, 'items', index] }))
}

function whyNotAResource(value: Json): string | undefined {
  if (!isJsonObject(value)) return 'is no Kubernetes object; a mapping is expected'
  const kind = getOwn(value, 'kind')
  if (typeof kind !== 'string' || kind === '') return "missing kind in object: Object 'Kind' is missing"
  if (kind.endsWith('List'))
    return Object.hasOwn(value, 'items') ? `the items of a ${kind} must be objects` : undefined
  const metadata = getOwn(value, 'metadata')
  const name = isJsonObject(metadata) ? getOwn(metadata, 'name') : undefined
  const isNamed = name !== undefined && name !== null && name !== ''
  return isNamed ? undefined : 'missing metadata.name in object'
}

/** Annotations are text: what is written without quotes is taken as it stands. */
function withTextAnnotations(object: JsonObject, located: Located): JsonObject {
  return annotationsOf(object) ? mapAnnotations(object, (_, key) => annotationText(key, located)) : object
}

function unquotedAnnotations(object: JsonObject, located: Located): readonly UnquotedAnnotation[] {
  const annotations = annotationsOf(object)
  return Object.entries(annotations ?? {}).flatMap(([key, value]) => {
    const text = annotationText(key, located)
    return value === text || (typeof value === 'object' && value !== null) ? [] : [{ key, text, value }]
  })
}

function annotationText(key: string, { document, path }: Located): string {
  return document.sourceOf([...path, 'metadata', 'annotations', key]) ?? ''
}

/** Changes every annotation; annotations that are empty or no map go. */
export function mapAnnotations(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  const metadata = getOwn(object, 'metadata')
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, 'annotations')) return object
  const annotations = getOwn(metadata, 'annotations')
  const entries = isJsonObject(annotations) ? Object.entries(annotations) : []
  const next = Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)]))
  const { annotations: _, ...rest } = metadata
  return { ...object, metadata: entries.length === 0 ? rest : { ...rest, annotations: next } }
}

function completeList(object: JsonObject): JsonObject {
  return Object.hasOwn(object, 'metadata') ? object : { ...object, metadata: {} }
}
