import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { fail, type Place } from '../../render-error.ts'
import { type FieldSpec, type FieldSteps, fieldSteps } from '../field-spec.ts'
import { type Resource, rememberId, withObject } from '../resource.ts'
import { clusterScope, formatId } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { changeFields } from './change-fields.ts'

const ownNamespace: readonly FieldSteps[] = [fieldSteps({ path: 'metadata/namespace', create: true })]

export const subjectModes = ['defaultOnly', 'allServiceAccounts', 'none'] as const

/** How the namespace is set where a config of its own asks for more than the field `namespace` does. */
export interface NamespaceOptions {
  /** What is there stays. */
  readonly unsetOnly: boolean
  /** Which subjects of bindings move. */
  readonly subjects: (typeof subjectModes)[number]
}

const plain: NamespaceOptions = { unsetOnly: false, subjects: 'defaultOnly' }

/**
 * Puts every namespaced object into the namespace, renames Namespaces, and moves the subjects of bindings that are
 * named `default`; other subjects follow their service accounts later, with the name references.
 */
export function setNamespace(
  namespace: string,
  specs: readonly FieldSpec[],
  resources: ResourceSet,
  place: Place,
  options: NamespaceOptions = plain,
): void {
  if (namespace === '') return
  const fields = specs.map(fieldSteps)
  resources.update((resource) =>
    resource.isFromHelm ? resource : moveToNamespace(rememberId(resource), namespace, fields, options),
  )
  const clash = resources.clash()
  if (clash.length > 1) {
    const ids = clash.map((resource) => formatId(resource.id)).join(', ')
    fail(place, `namespace transformation produces ID conflict: ${ids}; rename one`)
  }
}

/** One object and what in it names a namespace, by the fields. */
export function moveToNamespace(
  resource: Resource,
  namespace: string,
  fields: readonly FieldSteps[],
  options: NamespaceOptions = plain,
): Resource {
  const set = (value: Json): Json => (options.unsetOnly && value !== null && value !== '' ? value : namespace)
  const moved =
    resource.id.scope === clusterScope ? resource : changeFields(resource, ownNamespace, 'scalar', set)
  return changeFields(moveSubjects(moved, set, options), fields.filter(heeded), 'scalar', set)

  /** What has a rule of its own here is not left to specs. */
  function heeded({ spec: { path, kind = '' } }: FieldSteps): boolean {
    if (path === 'metadata/name') return resource.id.group === '' && resource.id.version === 'v1'
    return path !== 'metadata/namespace' && !(isBinding(kind) && path === 'subjects/namespace')
  }
}

function isBinding(kind: string): boolean {
  return kind === 'RoleBinding' || kind === 'ClusterRoleBinding'
}

function moveSubjects(
  resource: Resource,
  set: (value: Json) => Json,
  { subjects: mode }: NamespaceOptions,
): Resource {
  const subjects = getOwn(resource.object, 'subjects') ?? null
  if (!isBinding(resource.id.kind) || subjects === null || mode === 'none') return resource
  const [field, wanted] = mode === 'defaultOnly' ? ['name', 'default'] : ['kind', 'ServiceAccount']
  if (!isList(subjects)) return refuseSubjects(resource)
  const moved = subjects.map((subject) => {
    if (!isJsonObject(subject)) return refuseSubjects(resource)
    if (getOwn(subject, field) !== wanted) return subject
    return { ...subject, namespace: set(getOwn(subject, 'namespace') ?? null) } satisfies JsonObject
  })
  return withObject(resource, { ...resource.object, subjects: moved })
}

function refuseSubjects({ id, origin }: Resource): never {
  const what = 'setting namespace on (cluster)role binding subjects: a list of mappings is expected'
  fail({ file: origin.path, line: origin.line, field: 'subjects' }, `${what} in ${formatId(id)}`)
}
