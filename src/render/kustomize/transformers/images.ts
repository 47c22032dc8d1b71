import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import type { RenderBudget } from '../../render-budget.ts'
import type { Place } from '../../render-error.ts'
import { type FieldSpec, type FieldSteps, fieldSteps } from '../field-spec.ts'
import type { ImageEntry } from '../kustomization.ts'
import { type Resource, withObject } from '../resource.ts'
import { setAt, type ValuePath } from '../shared-values.ts'
import type { Transformer } from '../step.ts'
import { changeFields } from './change-fields.ts'
import { type ChangeImage, compilerFor, imageChanges } from './image-changes.ts'

/**
 * Sets name, tag or digest of images wherever they are used. For each entry kustomize makes two passes: one over
 * everything called containers or initContainers, one over the known fields; a tag suffix is therefore added twice in
 * most places. Here each object is walked once.
 */
export async function imageSetter(
  entries: readonly ImageEntry[],
  specs: readonly FieldSpec[],
  budget: RenderBudget,
  place: Place,
): Promise<Transformer> {
  const compile = await compilerFor(entries)
  const fields = specs.map(fieldSteps)
  return (resources) => {
    budget.changes(resources.size, place)
    const change = imageChanges(entries, compile, budget, place)
    resources.update((resource) =>
      resource.id.kind === 'CustomResourceDefinition' ? resource : changeImages(resource, fields, change),
    )
  }
}

/** An image, and how many passes of one entry come to it. */
interface UsedImage {
  readonly path: ValuePath
  readonly image: string
  times: number
}

function changeImages(resource: Resource, fields: readonly FieldSteps[], change: ChangeImage): Resource {
  const used = new Map<string, UsedImage>()
  const use = (image: Json, path: ValuePath): void => {
    if (typeof image !== 'string') return
    const key = JSON.stringify(path)
    const known = used.get(key)
    if (known === undefined) used.set(key, { path, image, times: 1 })
    else known.times += 1
  }
  findContainers(resource.object, [], use)
  const visited = changeFields(resource, fields, undefined, (image, path) => {
    use(image, path)
    return image
  })
  let { object } = visited
  for (const { path, image, times } of used.values()) {
    const changed = change(image, times)
    if (changed !== image) object = setAt(object, path, changed)
  }
  return withObject(visited, object)
}

type Use = (image: Json, path: ValuePath) => void

/** `way` leads to the value; it grows and shrinks with the walk. */
function findContainers(value: JsonObject | readonly Json[], way: (string | number)[], use: Use): void {
  if (isList(value)) {
    for (let at = 0; at < value.length; at += 1) findBelow(value[at], at, way, use)
    return
  }
  for (const key in value) findBelow(value[key], key, way, use)
}

function findBelow(value: Json | undefined, step: string | number, way: (string | number)[], use: Use): void {
  if (value === undefined || value === null || typeof value !== 'object') return
  way.push(step)
  if ((step === 'containers' || step === 'initContainers') && isList(value)) useImages(value, way, use)
  findContainers(value, way, use)
  way.pop()
}

function useImages(containers: readonly Json[], way: ValuePath, use: Use): void {
  for (const [at, container] of containers.entries()) {
    const image = isJsonObject(container) ? getOwn(container, 'image') : undefined
    if (image !== undefined) use(image, [...way, at, 'image'])
  }
}
