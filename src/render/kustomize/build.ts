import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { accumulate, loadKustomization } from './accumulate.ts'
import { addHash } from './hash.ts'
import type { Kustomization } from './kustomization.ts'
import { fixNameReferences } from './name-references.ts'
import { mapAnnotations } from './read-resources.ts'
import { type Resource, textOf, withObject } from './resource.ts'
import type { SourceFiles } from './source-files.ts'

/**
 * What `kustomize build` of v5.8.1 gives for a directory, in the order in which the objects were accumulated.
 * Throws `RenderError`. `override` changes the root kustomization before it is built.
 */
export async function buildKustomization(
  directory: string,
  files: SourceFiles,
  override: (kustomization: Kustomization) => Kustomization = (kustomization) => kustomization,
): Promise<readonly Resource[]> {
  const root = await loadKustomization(directory, files, { file: directory || '.' })
  const { resources, config } = await accumulate(override(root), files)
  return fixNameReferences(resources.map(addHash), config.nameReference)
    .filter((resource) => !isLocalConfig(resource))
    .map((resource) => withObject(resource, mapAnnotations(resource.object, asText)))
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
