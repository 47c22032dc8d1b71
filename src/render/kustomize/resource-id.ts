import { groupOf, versionOf } from '../../kube/object-key.ts'
import type { ApiSchema } from './api-schema.ts'

/** Group, version and kind; in a pattern the empty text stands for any. */
export interface Gvk {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** What kustomize tells objects apart by. */
export interface ResourceId extends Gvk {
  readonly name: string
  /** As written; empty when there is none. */
  readonly namespace: string
  /** `default` where none is written, a word that no namespace can have for cluster-scoped kinds. */
  readonly scope: string
}

export const clusterScope = '_non_namespaceable_'

/** `schema` knows the scope of the kind. */
export function aResourceId(
  apiVersion: string,
  kind: string,
  name: string,
  namespace: string,
  schema: ApiSchema,
): ResourceId {
  return {
    group: groupOf(apiVersion),
    version: versionOf(apiVersion),
    kind,
    name,
    namespace,
    scope: schema.isClusterScoped(apiVersion, kind) ? clusterScope : namespace === '' ? 'default' : namespace,
  }
}

/** Equal for ids that name the same object. */
export function idKey({ group, version, kind, name, scope }: ResourceId): string {
  const lengths = `${group.length} ${version.length} ${kind.length} ${name.length}`
  return `${lengths} ${group}${version}${kind}${name}${scope}`
}

/** Equal for the same kind alone. */
export function gvkKey({ group, version, kind }: Gvk): string {
  return `${group.length} ${version.length} ${group}${version}${kind}`
}

export function selects(pattern: Partial<Gvk>, gvk: Gvk): boolean {
  return (
    (!pattern.group || pattern.group === gvk.group) &&
    (!pattern.version || pattern.version === gvk.version) &&
    (!pattern.kind || pattern.kind === gvk.kind)
  )
}

/** As kustomize prints it: `Deployment.v1.apps/web.shop`. */
export function formatId(id: ResourceId): string {
  return `${formatGvk(id)}/${id.name || '[noName]'}.${id.namespace || '[noNs]'}`
}

export function formatGvk({ group, version, kind }: Gvk): string {
  return [kind || '[noKind]', version || '[noVer]', group || '[noGrp]'].join('.')
}
