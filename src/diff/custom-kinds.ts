import type { LiveObject, Manifest } from '../kube/manifest.ts'
import { type GroupKind, groupOf, versionOf } from '../kube/object-key.ts'
import { isLiveMap } from '../kube/typed-value.ts'

/** A kind that comes with a CustomResourceDefinition. */
export interface DefinedKind extends GroupKind {
  readonly namespaced: boolean
}

/** The kind that a CustomResourceDefinition defines; undefined for everything else and for one that does not say. */
export function kindDefinedBy(object: Manifest | LiveObject): DefinedKind | undefined {
  const { spec } = object
  if (!isDefinition(object) || !isLiveMap(spec)) return undefined
  const kind = isLiveMap(spec.names) ? spec.names.kind : undefined
  if (typeof spec.group !== 'string' || typeof kind !== 'string') return undefined
  return { group: spec.group, kind, namespaced: spec.scope === 'Namespaced' }
}

/** Whether this definition brings the kind of an object in the version that the object is written in. */
export function isKindOf(definition: Manifest, { apiVersion, kind }: Manifest): boolean {
  const defined = kindDefinedBy(definition)
  if (defined?.kind !== kind || defined.group !== groupOf(apiVersion)) return false
  const { spec } = definition
  const versions = isLiveMap(spec) ? spec.versions : undefined
  if (!Array.isArray(versions)) return true
  return versions.some((one) => isLiveMap(one) && one.name === versionOf(apiVersion) && one.served === true)
}

export function isDefinition({ apiVersion, kind }: Manifest | LiveObject): boolean {
  return groupOf(apiVersion) === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
}
