import { getOwn, isJsonObject, isList, type Json, type JsonObject } from './json.ts'

/**
 * The images of an object's containers, in their order: of a Pod, of a CronJob's jobs, or of whatever has a Pod template.
 * Init containers do not count. Source: argo-cd gitops-engine pkg/utils/kube, GetResourceImages.
 */
export function imagesOf(object: JsonObject): readonly string[] {
  const { kind } = object
  const path = typeof kind === 'string' && Object.hasOwn(paths, kind) ? paths[kind] : undefined
  const containers = valueAt(object, path ?? ['spec', 'template', 'spec', 'containers'])
  if (containers === undefined || !isList(containers)) return []
  return containers.flatMap((container) => {
    const image = isJsonObject(container) ? getOwn(container, 'image') : undefined
    return typeof image === 'string' ? [image] : []
  })
}

const paths: { readonly [kind: string]: readonly string[] } = {
  Pod: ['spec', 'containers'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec', 'containers'],
}

function valueAt(object: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? getOwn(value, name) : undefined),
    object,
  )
}
