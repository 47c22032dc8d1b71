import type { KustomizeOptions } from '../../apps/application.ts'
import { compareText } from '../../kube/object-key.ts'
import { fail, type Place } from '../render-error.ts'
import type { ImageEntry, Kustomization, TextMap } from './kustomization.ts'

/**
 * The root kustomization as Argo CD edits it on behalf of an application (`spec.source.kustomize`). A label or
 * annotation that the file sets already is an error, as it is there.
 */
export function overrideKustomization(
  kustomization: Kustomization,
  options: KustomizeOptions,
  place: Place,
): Kustomization {
  refuseVariables(options, place)
  return {
    ...kustomization,
    namePrefix: options.namePrefix || kustomization.namePrefix,
    nameSuffix: options.nameSuffix || kustomization.nameSuffix,
    namespace: options.namespace || kustomization.namespace,
    images: overrideImages(kustomization.images, options.images ?? [], place),
    commonLabels: addEntries(kustomization.commonLabels, options.commonLabels, {
      ...place,
      field: `${place.field}.commonLabels`,
    }),
    commonAnnotations: addEntries(kustomization.commonAnnotations, options.commonAnnotations, {
      ...place,
      field: `${place.field}.commonAnnotations`,
    }),
  }
}

function refuseVariables(options: KustomizeOptions, place: Place): void {
  const texts = [...(options.images ?? []), ...Object.values(options.commonLabels ?? {})]
  const variable = texts.find((text) => text.includes('$'))
  if (variable === undefined) return
  fail(place, `"${variable}" holds a variable; build variables are not supported`, 'unsupported')
}

function addEntries(present: TextMap, added: TextMap | undefined, place: Place): TextMap {
  const taken = Object.keys(added ?? {}).find((key) => Object.hasOwn(present, key))
  if (taken !== undefined)
    fail(place, `${taken} is set in the kustomization file already; set it in one place`)
  return { ...present, ...added }
}

/** `name:tag`, `name@digest`, `name=newName` with either; `*` keeps what the file says. Sorted by name. */
function overrideImages(
  present: readonly ImageEntry[],
  texts: readonly string[],
  place: Place,
): readonly ImageEntry[] {
  if (texts.length === 0) return present
  const images = new Map(texts.map((text) => parseImage(text, place)).map((image) => [image.name, image]))
  for (const image of present) {
    const override = images.get(image.name)
    images.set(image.name, override === undefined ? image : keepStars(override, image))
  }
  return [...images.values()].sort((a, b) => compareText(a.name, b.name))
}

function keepStars(override: ImageEntry, present: ImageEntry): ImageEntry {
  return {
    ...override,
    newName: override.newName === '*' ? present.newName : override.newName,
    newTag: override.newTag === '*' ? present.newTag : override.newTag,
    digest: override.digest === '*' ? present.digest : override.digest,
  }
}

function parseImage(text: string, place: Place): ImageEntry {
  const equals = text.indexOf('=')
  const { name, tag, digest } = parseReference(equals < 0 ? text : text.slice(equals + 1))
  if (equals < 0 && tag === '' && digest === '') {
    fail({ ...place, field: `${place.field}.images` }, `"${text}" sets no tag, digest or new name`)
  }
  const image = { place, newTag: tag, digest, tagSuffix: '' }
  return equals < 0
    ? { ...image, name, newName: '' }
    : { ...image, name: text.slice(0, equals), newName: name }
}

function parseReference(text: string): {
  readonly name: string
  readonly tag: string
  readonly digest: string
} {
  const at = text.indexOf('@')
  if (at >= 0) return { name: text.slice(0, at), tag: '', digest: text.slice(at + 1) }
  const colon = text.lastIndexOf(':')
  const tag = text.slice(colon + 1)
  if (colon < 0 || !/^(?:[a-zA-Z0-9._-]*|\*)$/.test(tag)) return { name: text, tag: '', digest: '' }
  return { name: text.slice(0, colon), tag, digest: '' }
}
