import type { LiveObject, Manifest } from '../kube/manifest.ts'
import { type GroupKind, groupOf } from '../kube/object-key.ts'
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

export function isDefinition({ apiVersion, kind }: Manifest | LiveObject): boolean {
  return groupOf(apiVersion) === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
}
