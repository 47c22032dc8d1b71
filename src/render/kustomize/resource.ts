import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import type { Origin } from '../../kube/manifest.ts'
import { apiVersionOf } from '../../kube/object-key.ts'
import { fail } from '../render-error.ts'
import { ApiSchema } from './api-schema.ts'
import type { FieldRules } from './merge-rule.ts'
import { aResourceId, type Gvk, type ResourceId, selects } from './resource-id.ts'
import { type SharedValue, syncShared } from './shared-values.ts'
import type { UnquotedAnnotation } from './unquoted-annotations.ts'
import { type IsWrittenQuoted, noTexts, type WrittenTexts } from './written-texts.ts'

/** Name, namespace and kind that an object had before a step changed them. */
export interface PreviousId {
  readonly name: string
  readonly scope: string
  readonly kind: string
}

/** What the build remembers of an object beside its content, oldest first. */
export interface ResourceFacts {
  readonly origin: Origin
  /** What the build knows of its kind. */
  readonly schema: ApiSchema
  readonly previous: readonly PreviousId[]
  readonly prefixes: readonly string[]
  readonly suffixes: readonly string[]
  /** Its name ends in a hash of its content at the end of the build. */
  readonly needsHash: boolean
  readonly shared: readonly SharedValue[]
  readonly unquoted: readonly UnquotedAnnotation[]
  readonly texts: WrittenTexts
  /** Whether the text at a path of the object stands in quotes in its file; undefined where the file has nothing there. */
  readonly isWrittenQuoted?: IsWrittenQuoted
  /** What comments in its file say of how its lists are merged. */
  readonly mergeRules?: FieldRules
  /** The namespace of a kustomization leaves it alone. */
  readonly isFromHelm: boolean
  /** Names of the vars that it gives a value to. */
  readonly vars: readonly string[]
}

/** An object on its way through the build. */
export interface Resource extends ResourceFacts {
  readonly object: JsonObject
  readonly id: ResourceId
}

export function aResource(
  object: JsonObject,
  origin: Origin,
  schema: ApiSchema = new ApiSchema(),
  needsHash = false,
): Resource {
  return {
    object,
    id: idOf(object, schema),
    origin,
    schema,
    previous: [],
    prefixes: [],
    suffixes: [],
    needsHash,
    shared: [],
    unquoted: [],
    texts: noTexts,
    vars: [],
    isFromHelm: false,
  }
}

export function withObject(resource: Resource, object: JsonObject): Resource {
  if (object === resource.object) return resource
  const id = isNamedAlike(object, resource.object) ? resource.id : idOf(object, resource.schema)
  return { ...resource, object, id }
}

function isNamedAlike(a: JsonObject, b: JsonObject): boolean {
  const metadata = getOwn(a, 'metadata')
  const other = getOwn(b, 'metadata')
  if (getOwn(a, 'kind') !== getOwn(b, 'kind') || getOwn(a, 'apiVersion') !== getOwn(b, 'apiVersion'))
    return false
  if (metadata === other) return true
  if (!isJsonObject(metadata) || !isJsonObject(other)) return false
  return isSameIn(metadata, other, 'name') && isSameIn(metadata, other, 'namespace')
}

function isSameIn(a: JsonObject, b: JsonObject, field: string): boolean {
  return getOwn(a, field) === getOwn(b, field)
}

/** As it is known after the build has got another schema. */
export function reidentified(resource: Resource): Resource {
  return { ...resource, id: idOf(resource.object, resource.schema) }
}

/** As `withObject`, after a step that sets values in place: those that are shared change everywhere. */
export function withMerged(resource: Resource, object: JsonObject): Resource {
  const synced = syncShared(resource.object, object, resource.shared)
  return { ...withObject(resource, synced.object), shared: synced.shared }
}

const mostIds = 64

/** The resource with its present id added to those that it has had. */
export function rememberId(resource: Resource): Resource {
  const { name, scope, kind } = resource.id
  const isKnown = resource.previous.some(
    (previous) => previous.name === name && previous.scope === scope && previous.kind === kind,
  )
  if (isKnown) return resource
  if (resource.previous.length >= mostIds) {
    fail(
      { file: resource.origin.path, line: resource.origin.line },
      `is renamed ${mostIds} times`,
      'too-large',
    )
  }
  return { ...resource, previous: [...resource.previous, { name, scope, kind }] }
}

/** Ids it has had; their group and version are always the present ones. */
export function previousIds(resource: Resource): readonly ResourceId[] {
  return resource.previous.map((previous) => previousId(resource, previous))
}

function previousId({ id, schema }: Resource, { name, scope, kind }: PreviousId): ResourceId {
  return aResourceId(apiVersionOf(id.group, id.version), kind, name, scope, schema)
}

export function originalId(resource: Resource): ResourceId {
  const [first] = resource.previous
  return first === undefined ? resource.id : previousId(resource, first)
}

/** Whether the pattern means a kind that it had. */
export function wasKind(pattern: Partial<Gvk>, { id, previous }: Resource): boolean {
  return previous.some(({ kind }) => selects(pattern, { group: id.group, version: id.version, kind }))
}

export function everyId(resource: Resource): readonly ResourceId[] {
  return resource.previous.length === 0 ? [resource.id] : [...previousIds(resource), resource.id]
}

function idOf(object: JsonObject, schema: ApiSchema): ResourceId {
  const metadata = getOwn(object, 'metadata')
  const field = (name: string): string => (isJsonObject(metadata) ? textOf(getOwn(metadata, name)) : '')
  return aResourceId(
    textOf(getOwn(object, 'apiVersion')),
    textOf(getOwn(object, 'kind')),
    field('name'),
    field('namespace'),
    schema,
  )
}

/** A scalar as text; empty for anything else. */
export function textOf(value: Json | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

/** Undefined where there are none that are a map. */
export function annotationsOf(object: JsonObject): JsonObject | undefined {
  const metadata = getOwn(object, 'metadata')
  const annotations = isJsonObject(metadata) ? getOwn(metadata, 'annotations') : undefined
  return isJsonObject(annotations) ? annotations : undefined
}
