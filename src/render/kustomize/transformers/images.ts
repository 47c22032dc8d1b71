import { getOwn, isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { type Pattern, unanchoredRegExp } from '../../../kube/regexp.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { fail } from '../../render-error.ts'
import type { FieldSpec } from '../field-spec.ts'
import type { ImageEntry } from '../kustomization.ts'
import { type Resource, withObject } from '../resource.ts'
import type { ResourceSet } from '../resource-set.ts'
import { changeFields } from './change-fields.ts'

/**
 * Sets name, tag or digest of an image wherever it is used. kustomize makes two passes: one over everything called
 * containers or initContainers, one over the known fields; a tag suffix is therefore added twice in most places.
 */
export function setImage(
  entry: ImageEntry,
  specs: readonly FieldSpec[],
  resources: ResourceSet,
  budget: RenderBudget,
): void {
  budget.changes(resources.size, entry.place)
  const pattern = unanchoredRegExp(`^${entry.name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`)
  if (pattern === undefined)
    fail(entry.place, `the image name "${entry.name}" is no valid regular expression`)
  const update = (image: Json): Json => updateImage(image, entry, pattern)
  resources.update((resource) => {
    if (resource.id.kind === 'CustomResourceDefinition') return resource
    return changeFields(updateContainers(resource, update), specs, undefined, update)
  })
}

function updateContainers(resource: Resource, update: (image: Json) => Json): Resource {
  const object = walk(resource.object, update)
  return isJsonObject(object) ? withObject(resource, object) : resource
}

function walk(value: Json, update: (image: Json) => Json): Json {
  if (isList(value)) return mapShared(value, (item) => walk(item, update))
  if (!isJsonObject(value)) return value
  const changed: [string, Json][] = []
  for (const key of Object.keys(value)) {
    const field = value[key] ?? null
    if (typeof field !== 'object') continue
    const containers =
      (key === 'containers' || key === 'initContainers') && isList(field)
        ? mapShared(field, (container) => updateContainer(container, update))
        : field
    const walked = walk(containers, update)
    if (walked !== field) changed.push([key, walked])
  }
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
}

function updateContainer(container: Json, update: (image: Json) => Json): Json {
  const present = isJsonObject(container) ? getOwn(container, 'image') : undefined
  if (present === undefined || !isJsonObject(container)) return container
  const image = update(present)
  return image === present ? container : { ...container, image }
}

function mapShared(list: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  const next = list.map(change)
  return next.some((item, index) => item !== list[index]) ? next : list
}

function updateImage(image: Json, entry: ImageEntry, pattern: Pattern): Json {
  if (typeof image !== 'string' || !pattern.matches(image)) return image
  const { name, tag, digest } = splitImage(image)
  const next = replaceVersion({ tag, digest }, entry)
  const version = `${next.tag && `:${next.tag}`}${next.digest && `@${next.digest}`}`
  return (entry.newName || name) + version
}

interface Version {
  /** Empty for none; so is the digest. */
  readonly tag: string
  readonly digest: string
}

/** A new tag drops the old digest, a new digest the old tag. */
function replaceVersion(old: Version, { newTag, digest, tagSuffix }: ImageEntry): Version {
  if (newTag !== '' || digest !== '') return { tag: newTag, digest }
  return tagSuffix === '' ? old : { tag: old.tag + tagSuffix, digest: '' }
}

/** A registry's port is no tag: the search starts behind the first slash. */
function splitImage(image: string): Version & { readonly name: string } {
  const slash = image.indexOf('/')
  const start = slash > 0 ? slash + 1 : 0
  const at = image.indexOf('@', start)
  const colon = image.indexOf(':', start)
  if (at >= 0 && (colon < 0 || colon > at)) {
    return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) }
  }
  if (colon < 0) return { name: image, tag: '', digest: '' }
  const end = at < 0 ? image.length : at
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, end), digest: image.slice(end + 1) }
}
