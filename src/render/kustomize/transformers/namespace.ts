import { getOwn, isJsonObject, isList, type JsonObject } from '../../../kube/json.ts'
import { fail, type Place } from '../../render-error.ts'
import type { FieldSpec } from '../field-spec.ts'
import { type Resource, rememberId, withObject } from '../resource.ts'
import { clusterScope, formatId, idKey } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { changeFields } from './change-fields.ts'

const ownNamespace: readonly FieldSpec[] = [{ path: 'metadata/namespace', create: true }]

/**
 * Puts every namespaced object into the namespace, renames Namespaces, and moves the subjects of bindings that are
 * named `default`; other subjects follow their service accounts later, with the name references.
 */
export function setNamespace(
  namespace: string,
  specs: readonly FieldSpec[],
  resources: ResourceSet,
  place: Place,
): void {
  if (namespace === '') return
  resources.update((resource) => {
    const remembered = rememberId(resource)
    const set = (): string => namespace
    const moved =
      resource.id.scope === clusterScope ? remembered : changeFields(remembered, ownNamespace, 'scalar', set)
    return changeFields(moveDefaultSubjects(moved, namespace), specs, 'scalar', set)
  })
  const clash = firstClash(resources.list())
  if (clash.length > 1) {
    const ids = clash.map((resource) => formatId(resource.id)).join(', ')
    fail(place, `namespace transformation produces ID conflict: ${ids}; rename one`)
  }
}

function moveDefaultSubjects(resource: Resource, namespace: string): Resource {
  const { kind } = resource.id
  const subjects = getOwn(resource.object, 'subjects')
  if ((kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') || !isList(subjects)) return resource
  const moved = subjects.map((subject) =>
    isJsonObject(subject) && getOwn(subject, 'name') === 'default'
      ? ({ ...subject, namespace } satisfies JsonObject)
      : subject,
  )
  return withObject(resource, { ...resource.object, subjects: moved })
}

function firstClash(resources: readonly Resource[]): readonly Resource[] {
  const seen = new Map<string, Resource>()
  for (const resource of resources) {
    const key = idKey(resource.id)
    const other = seen.get(key)
    if (other !== undefined) return [other, resource]
    seen.set(key, resource)
  }
  return []
}
