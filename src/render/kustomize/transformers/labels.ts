import { isJsonObject, type JsonObject } from '../../../kube/json.ts'
import type { RenderBudget } from '../../render-budget.ts'
import type { Place } from '../../render-error.ts'
import { type FieldSpec, type FieldSteps, fieldSteps } from '../field-spec.ts'
import type { LabelsEntry, TextMap } from '../kustomization.ts'
import { type Resource, withMerged } from '../resource.ts'
import type { ResourceSet } from '../resource-set.ts'
import { sharedValue, type ValuePath } from '../shared-values.ts'
import { mergeSpecs, type TransformerConfig } from '../transformer-config.ts'
import { refuseUntypedKey } from '../untyped-key.ts'
import { changeFields, setEntries } from './change-fields.ts'

/** Sets keys in the maps that the specs lead to, in the way of labels and annotations. */
export function addEntries(
  entries: TextMap,
  specs: readonly FieldSpec[],
  resources: ResourceSet,
  budget: RenderBudget,
  place: Place,
): void {
  const count = Object.keys(entries).length
  if (count === 0) return
  budget.changes(count * resources.size * Math.ceil(specs.length / defaultSpecs), place)
  const fields = specs.map(fieldSteps)
  resources.update((resource) =>
    setEach(resource, entries, fields, (map) => {
      const present = Object.keys(map)
      budget.changes(Math.floor(present.length / keysInOne), place)
      const added = Object.keys(entries).filter((key) => !Object.hasOwn(map, key))
      refuseUntypedKey(added, resource.id, 'labels or annotations', place)
    }),
  )
}

/** A map is written anew for each entry of `labels`: one with many keys counts for what that costs. */
const keysInOne = 20

/** What one entry of `labels` reaches: objects, and where it says so selectors and pod templates. */
export function labelSpecsOf(entry: LabelsEntry, config: TransformerConfig): readonly FieldSpec[] {
  const { place, includeSelectors, includeTemplates } = entry
  const own = mergeSpecs(entry.fields, config.labels, place)
  if (includeSelectors) return mergeSpecs(own, config.commonLabels, place)
  const templates = includeTemplates ? mergeSpecs(own, config.templateLabels, place) : own
  return mergeSpecs(templates, labelSpecs, place)
}

/** As many as a list of kustomize's own has at most. */
const defaultSpecs = 32

const labelSpecs: readonly FieldSpec[] = [{ path: 'metadata/labels', create: true }]

/** What is added in several places is shared from now on; what was there keeps its own ways. */
function setEach(
  resource: Resource,
  entries: TextMap,
  fields: readonly FieldSteps[],
  before: (map: JsonObject) => void,
): Resource {
  const added = new Map<string, ValuePath[]>(Object.keys(entries).map((key) => [key, []]))
  const set = setEntries(entries)
  const changed = changeFields(resource, fields, 'map', (value, path) => {
    if (isJsonObject(value)) before(value)
    for (const [key, paths] of added) {
      if (isJsonObject(value) && !Object.hasOwn(value, key)) paths.push([...path, key])
    }
    return set(value)
  })
  const synced = withMerged(resource, changed.object)
  const shared = [...added.values()].filter((paths) => paths.length > 1).map(sharedValue)
  return { ...synced, shared: [...synced.shared, ...shared] }
}
