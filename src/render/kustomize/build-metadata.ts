import { joinWays, relativePath } from '../../git/path.ts'
import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { printGoYaml } from '../go-yaml/print-yaml.ts'
import type { RenderBudget } from '../render-budget.ts'
import type { Kustomization } from './kustomization.ts'
import { type Resource, textOf, withObject } from './resource.ts'
import type { ResourceSet } from './resource-set.ts'

const originKey = 'config.kubernetes.io/origin'
const transformationsKey = 'alpha.config.kubernetes.io/transformations'
const managedByKey = 'app.kubernetes.io/managed-by'
const managedBy = 'kustomize-v5.8.1'

/** The config of a built-in transformer or generator: a field of a kustomization file, or an object of its own. */
export interface ConfiguredBy {
  readonly file: string
  readonly kind: string
  /** Of the config object; empty for a field. */
  readonly name: string
  readonly namespace: string
}

/**
 * A build whose root asks for metadata writes down on each object where it comes from and which steps it went through.
 * These are annotations like any other while it is built: patches may take them away, selectors may ask for them.
 */
export interface Trace {
  /** Of the kustomization that is built. */
  readonly directory: string
  /** The way there from the root as the entries of `resources` and `components` name it, without its detours. */
  readonly way: string
  readonly budget: RenderBudget
}

/** Undefined where the root asks for nothing. */
export function traceOf(
  { buildMetadata, directory }: Kustomization,
  budget: RenderBudget,
): Trace | undefined {
  return buildMetadata.length === 0 ? undefined : { directory, way: '', budget }
}

/** In a directory that an entry of the kustomization names. */
export function traceBelow(trace: Trace | undefined, entry: string, directory: string): Trace | undefined {
  return trace && { ...trace, directory, way: joinWays(trace.way, entry) }
}

/** An object that was read from the file that an entry names. */
export function traceFile(resource: Resource, trace: Trace | undefined, entry: string): Resource {
  if (trace === undefined) return resource
  return annotate(resource, { [originKey]: printGoYaml({ path: joinWays(trace.way, entry) }) })
}

/** After a generator: what has no origin is its work. */
export function traceGenerator(by: ConfiguredBy, resources: ResourceSet, trace: Trace | undefined): void {
  if (trace === undefined) return
  const origin = describe(by, trace)
  for (const resource of resources.list()) {
    if (annotationOf(resource, originKey) !== undefined) continue
    resources.replace(resource, annotate(resource, { [originKey]: origin }))
  }
}

/** After a transformer, whether or not it changed the object. What has no origin counts as its work. */
export function traceTransformer(by: ConfiguredBy, resources: ResourceSet, trace: Trace | undefined): void {
  if (trace === undefined) return
  const text = describe(by, trace)
  const entry = `- ${indent(text).trimStart()}`
  resources.update((resource) => {
    const { path: file, line } = resource.origin
    trace.budget.expanded(entry.length, { file, line })
    return annotationOf(resource, originKey) === undefined
      ? annotate(resource, { [originKey]: text })
      : annotate(resource, { [transformationsKey]: `${stepsOf(resource)}${entry}` })
  })
}

/** Where a generator replaces what there is, the origin is its own. */
export function withoutOrigin(resource: Resource): Resource {
  return annotate(resource, { [originKey]: undefined })
}

/** The whole build with what its root asks for and nothing else of the kind. Unknown words ask for nothing. */
export function finishMetadata(
  resources: readonly Resource[],
  { buildMetadata }: Kustomization,
): readonly Resource[] {
  const asked = new Set(buildMetadata.map(({ text }) => text))
  const unasked = {
    ...(!asked.has('originAnnotations') && { [originKey]: undefined }),
    ...(!asked.has('transformerAnnotations') && { [transformationsKey]: undefined }),
  }
  return resources.map((resource) => {
    const annotated = annotate(resource, unasked)
    if (!asked.has('managedByLabel')) return annotated
    return withObject(resource, setIn(annotated.object, 'labels', { [managedByKey]: managedBy }))
  })
}

/** The order of these keys is kustomize's own. */
function describe({ file, kind, name, namespace }: ConfiguredBy, { directory, way }: Trace): string {
  const config = {
    apiVersion: 'builtin',
    kind,
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
  }
  const lines = Object.entries(config).map(([key, value]) => printGoYaml({ [key]: value }))
  const configuredIn = joinWays(way, relativePath(directory, file))
  return `${printGoYaml({ configuredIn })}configuredBy:\n${indent(lines.join(''))}`
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

/** Steps of a build before this one stay; a text that is no such list does not. */
function stepsOf(resource: Resource): string {
  const text = textOf(annotationOf(resource, transformationsKey))
  return text.startsWith('- ') && text.endsWith('\n') ? text : ''
}

function annotationOf({ object }: Resource, key: string): Json | undefined {
  const metadata = getOwn(object, 'metadata')
  const annotations = isJsonObject(metadata) ? getOwn(metadata, 'annotations') : undefined
  return isJsonObject(annotations) ? getOwn(annotations, key) : undefined
}

interface Entries {
  readonly [key: string]: string | undefined
}

function annotate(resource: Resource, entries: Entries): Resource {
  return withObject(resource, setIn(resource.object, 'annotations', entries))
}

/** Sets entries of a map of the metadata; undefined takes one away. A map that is empty then goes, too. */
function setIn(object: JsonObject, field: 'annotations' | 'labels', entries: Entries): JsonObject {
  const metadata = getOwn(object, 'metadata')
  if (!isJsonObject(metadata)) return object
  const old = getOwn(metadata, field)
  const map = isJsonObject(old) ? old : {}
  const changes = Object.entries(entries).filter(([key, value]) => getOwn(map, key) !== value)
  if (changes.length === 0) return object
  const next = new Map(Object.entries(map))
  for (const [key, value] of changes) {
    if (value === undefined) next.delete(key)
    else next.set(key, value)
  }
  const { [field]: _, ...rest } = metadata
  return { ...object, metadata: next.size === 0 ? rest : { ...rest, [field]: Object.fromEntries(next) } }
}
