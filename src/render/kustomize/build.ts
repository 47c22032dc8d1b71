import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { rereadText } from '../go-yaml/reread-text.ts'
import { fail } from '../render-error.ts'
import { accumulate, loadKustomization } from './accumulate.ts'
import { addHash } from './hash.ts'
import type { Kustomization } from './kustomization.ts'
import { fixNameReferences } from './name-references.ts'
import { mapAnnotations } from './read-resources.ts'
import { type Resource, textOf, withObject } from './resource.ts'
import { formatId } from './resource-id.ts'
import { defaultLegacyOrder, orderOf, type ResourceOrder, sortResources } from './sort-resources.ts'
import type { SourceFiles } from './source-files.ts'

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
): Promise<readonly Resource[]> {
  const root = override(await loadKustomization(directory, files, { file: directory || '.' }))
  const { resources, config } = await accumulate(root, files)
  const final = fixNameReferences(resources.map(addHash), config.nameReference)
    .filter((resource) => !isLocalConfig(resource))
    .map((resource) => withObject(resource, mapAnnotations(resource.object, asText)))
  return sortResources(final, orderOf(root.sortOptions) ?? order).map(reread)
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
  return typeof value === 'string' ? value : textOf(value)
}

function isLocalConfig({ object }: Resource): boolean {
  const metadata = getOwn(object, 'metadata')
  const annotations = isJsonObject(metadata) ? getOwn(metadata, 'annotations') : undefined
  const mark = isJsonObject(annotations)
    ? getOwn(annotations, 'config.kubernetes.io/local-config')
    : undefined
  return mark !== undefined && mark !== 'false'
}
