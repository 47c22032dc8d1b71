import type { FieldSpec } from '../field-spec.ts'
import { originalId, type Resource, rememberId, textOf } from '../resource.ts'
import { type Gvk, selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { changeFields } from './change-fields.ts'

const nameField: readonly FieldSpec[] = [{ path: 'metadata/name' }]

/** Kinds whose names mean something to others. */
const keepTheirNames: readonly Partial<Gvk>[] = [
  { kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
  { kind: 'Namespace' },
]

export function addNamePrefix(prefix: string, resources: ResourceSet): void {
  rename(resources, prefix, (resource) => ({
    ...changeFields(rememberId(resource), nameField, undefined, (name) => prefix + textOf(name)),
    prefixes: [...resource.prefixes, prefix],
  }))
}

export function addNameSuffix(suffix: string, resources: ResourceSet): void {
  rename(resources, suffix, (resource) => ({
    ...changeFields(rememberId(resource), nameField, undefined, (name) => textOf(name) + suffix),
    suffixes: [...resource.suffixes, suffix],
  }))
}

function rename(resources: ResourceSet, affix: string, change: (resource: Resource) => Resource): void {
  if (affix === '') return
  resources.update((resource) => {
    const original = originalId(resource)
    return keepTheirNames.some((gvk) => selects(gvk, original)) ? resource : change(resource)
  })
}
