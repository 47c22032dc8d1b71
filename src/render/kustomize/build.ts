import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { formatNumber } from '../go-yaml/format-number.ts'
import { rereadText } from '../go-yaml/reread-text.ts'
import { fail } from '../render-error.ts'
import { accumulate } from './accumulate.ts'
import { finishMetadata, traceOf } from './build-metadata.ts'
import { addHash } from './hash.ts'
import type { Kustomization } from './kustomization.ts'
import { chooseApiSchema } from './load-api-schema.ts'
import { loadKustomization } from './load-kustomization.ts'
import { fixNameReferences } from './name-references.ts'
import { mapAnnotations } from './read-resources.ts'
import { annotationsOf, type Resource, textOf, withObject } from './resource.ts'
import { formatId, idKey } from './resource-id.ts'
import { defaultLegacyOrder, orderOf, type ResourceOrder, sortResources } from './sort-resources.ts'
import type { SourceFiles } from './source-files.ts'
import { refuseUntypedKey } from './untyped-key.ts'
import { resolveVars } from './vars.ts'

export interface Build {
  /** In kustomize's order. */
  readonly resources: readonly Resource[]
  /** What kustomize tells beside its output: deprecated fields, vars that stand nowhere. */
  readonly warnings: readonly string[]
}

export interface BuildOptions {
  /** Changes the root kustomization before it is built. */
  readonly override?: (kustomization: Kustomization) => Kustomization
  /** Where the root has no `sortOptions`; kustomize's legacy order unless given. */
  readonly order?: ResourceOrder
}

/** What `kustomize build` of v5.8.1 gives for a directory, in its order. Throws `RenderError`. */
export async function buildKustomization(
  directory: string,
  files: SourceFiles,
  { override = (kustomization) => kustomization, order = defaultLegacyOrder }: BuildOptions = {},
): Promise<Build> {
  const place = { file: directory || '.' }
  const entry = await files.lookup(directory, place)
  const root = override(await loadKustomization(entry?.path ?? directory, files, place))
  await chooseApiSchema(root, files)
  const { resources, config, vars } = await accumulate(root, files, traceOf(root, files.budget))
  const named = fixNameReferences(resources.list().map(addHash), config.nameReference)
  const kept = resolveVars(named, vars, config.varReference, files).filter(
    (resource) => !isLocalConfig(resource),
  )
  refuseRepeatedIds(kept)
  for (const resource of kept) refuseUntypedKeys(resource)
  const final = kept.map((resource) => withObject(resource, mapAnnotations(resource.object, asText)))
  const sorted = sortResources(finishMetadata(final, root), orderOf(root.sortOptions) ?? order).map(reread)
  return { resources: sorted, warnings: files.warnings }
}

/** What gave two objects one id in the middle of the build, a replacement for one, ends it here. */
function refuseRepeatedIds(resources: readonly Resource[]): void {
  const seen = new Set<string>()
  for (const { id, origin } of resources) {
    const key = idKey(id)
    if (seen.has(key)) {
      const place = { file: origin.path, line: origin.line }
      fail(place, `may not add resource with an already registered id: ${formatId(id)}`)
    }
    seen.add(key)
  }
}

function refuseUntypedKeys({ object, id, origin }: Resource): void {
  const keys = Object.keys(annotationsOf(object) ?? {})
  refuseUntypedKey(keys, id, 'annotations', { file: origin.path, line: origin.line })
}

/** An error here stops kustomize's printing. */
function reread(resource: Resource): Resource {
  const { origin, id } = resource
  const object = rereadText(resource.object, (why) =>
    fail({ file: origin.path, line: origin.line }, `${formatId(id)}: yaml: ${why}`),
  )
  return isJsonObject(object) ? withObject(resource, object) : resource
}

function asText(value: Json): Json {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value)
  return value === null ? 'null' : textOf(value)
}

function isLocalConfig({ object }: Resource): boolean {
  const mark = getOwn(annotationsOf(object) ?? {}, 'config.kubernetes.io/local-config')
  return mark !== undefined && textOf(mark) !== 'false'
}
