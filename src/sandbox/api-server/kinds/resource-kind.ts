import type { ResourceName } from '../refusal.ts'

export type Subresource = 'status' | 'scale'

/** What a kind of resource is and which of the server's general rules it follows. */
export interface ResourceKind extends ResourceName {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** The plural, as in URLs. */
  readonly resource: string
  readonly singular: string
  readonly listKind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly subresources: readonly Subresource[]
  readonly rules: KindRules
}

export interface KindRules {
  /** An update without a resourceVersion is let through. */
  readonly unconditionalUpdate: boolean
  /** A PUT to a name that does not exist creates it. */
  readonly createOnUpdate: boolean
  /** `metadata.generation` counts the changes of what is not metadata or status. */
  readonly counted: boolean
  /** A delete without a propagation policy leaves the dependents alone. */
  readonly orphansByDefault: boolean
  /** A delete answers with the object. */
  readonly returnsDeleted: boolean
}

/** The table of the store: all versions of a resource share it. */
export function tableOf(kind: { readonly group: string; readonly resource: string }): string {
  return `${kind.group}/${kind.resource}`
}

export function groupVersionOf({
  group,
  version,
}: {
  readonly group: string
  readonly version: string
}): string {
  return group === '' ? version : `${group}/${version}`
}

/** `apps/v1, Kind=Deployment`; the core group is empty before the slash. */
export function gvkText({ group, version, kind }: ResourceKind): string {
  return `${group}/${version}, Kind=${kind}`
}

export const allVerbs: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]

export function verbsOf({ resource, group }: ResourceKind): readonly string[] {
  const isNamespace = resource === 'namespaces' && group === ''
  return isNamespace ? allVerbs.filter((verb) => verb !== 'deletecollection') : allVerbs
}
