import type { Json } from '../../../kube/json.ts'
import { type FieldSpec, fieldSteps } from '../field-spec.ts'
import { typedBy } from '../replacements/json-nodes.ts'
import { originalId, type Resource, rememberId, textOf } from '../resource.ts'
import { type Gvk, selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { changeFields } from './change-fields.ts'

/** Kinds whose names mean something to others. */
const keepTheirNames: readonly Partial<Gvk>[] = [
  { kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
  { kind: 'Namespace' },
]

export function addNamePrefix(prefix: string, specs: readonly FieldSpec[], resources: ResourceSet): void {
  rename(
    resources,
    prefix,
    specs,
    (name) => prefix + name,
    (resource) => ({
      ...resource,
      prefixes: [...resource.prefixes, prefix],
    }),
  )
}

export function addNameSuffix(suffix: string, specs: readonly FieldSpec[], resources: ResourceSet): void {
  rename(
    resources,
    suffix,
    specs,
    (name) => name + suffix,
    (resource) => ({
      ...resource,
      suffixes: [...resource.suffixes, suffix],
    }),
  )
}

/** What was written without quotes has none now: `23` behind `1` is a number. */
function renamed(old: Json, text: string): Json {
  return old === null || typeof old === 'string' ? text : typedBy(text)
}

/**
 * Only a new name is remembered, together with the affix; other fields that the specs name just change. An empty affix
 * still makes the fields that the specs create.
 */
function rename(
  resources: ResourceSet,
  affix: string,
  specs: readonly FieldSpec[],
  change: (name: string) => string,
  record: (resource: Resource) => Resource,
): void {
  const fields = specs.map(fieldSteps)
  resources.update((resource) => {
    const original = originalId(resource)
    if (keepTheirNames.some((gvk) => selects(gvk, original))) return resource
    return fields
      .filter(({ spec }) => selects(spec, original))
      .reduce((current, field) => {
        const isRenamed = affix !== '' && field.spec.path === 'metadata/name'
        const known = isRenamed ? record(rememberId(current)) : current
        return changeFields(known, [field], 'scalar', (value) => renamed(value, change(textOf(value))))
      }, resource)
  })
}
