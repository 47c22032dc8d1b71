import { fail } from '../../render-error.ts'
import { type FieldSpec, fieldSteps } from '../field-spec.ts'
import type { ReplicasEntry } from '../kustomization.ts'
import { everyId } from '../resource.ts'
import { selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { changeFields } from './change-fields.ts'

/** Sets how many replicas the workloads with a name, present or previous, have. */
export function setReplicas(
  { name, count, place }: ReplicasEntry,
  specs: readonly FieldSpec[],
  resources: ResourceSet,
): void {
  let isFound = false
  for (const spec of specs) {
    const field = fieldSteps(spec)
    for (const resource of resources.withName(name)) {
      if (!everyId(resource).some((id) => id.name === name && selects(spec, id))) continue
      isFound = true
      resources.replace(
        resource,
        changeFields(resource, [field], 'scalar', () => count),
      )
    }
  }
  if (isFound) return
  const kinds = specs.map((spec) => spec.kind).join(', ')
  fail(place, `resource with name ${name} does not match a config with the following GVK [${kinds}]`)
}
