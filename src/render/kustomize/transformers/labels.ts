import { isJsonObject } from '../../../kube/json.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { fail, type Place } from '../../render-error.ts'
import type { FieldSpec } from '../field-spec.ts'
import { commonAnnotationSpecs, commonLabelSpecs, labelSpecs, templateLabelSpecs } from '../field-specs.ts'
import type { Kustomization, LabelsEntry, TextMap } from '../kustomization.ts'
import { type Resource, withMerged } from '../resource.ts'
import { selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { sharedValue, type ValuePath } from '../shared-values.ts'
import { changeFields, setEntries } from './change-fields.ts'

/** One entry of `labels`: on the objects, and where it says so in selectors and pod templates. */
export function addLabels(entry: LabelsEntry, resources: ResourceSet, budget: RenderBudget): void {
  budget.changes(entry.fields.length * countOf(entry.pairs) * resources.size, entry.place)
  setAll(entry.pairs, specsOf(entry), resources, budget, entry.place)
}

/** On objects, templates and selectors. */
export function addCommonLabels(
  { commonLabels, file }: Kustomization,
  resources: ResourceSet,
  budget: RenderBudget,
): void {
  setAll(commonLabels, commonLabelSpecs, resources, budget, { file, field: 'commonLabels' })
}

export function addCommonAnnotations(
  { commonAnnotations, file }: Kustomization,
  resources: ResourceSet,
  budget: RenderBudget,
): void {
  setAll(commonAnnotations, commonAnnotationSpecs, resources, budget, { file, field: 'commonAnnotations' })
}

function setAll(
  entries: TextMap,
  specs: readonly FieldSpec[],
  resources: ResourceSet,
  budget: RenderBudget,
  place: Place,
): void {
  if (countOf(entries) === 0) return
  budget.changes(countOf(entries) * resources.size, place)
  resources.update((resource) => setEach(resource, entries, specs))
}

function countOf(entries: TextMap): number {
  return Object.keys(entries).length
}

/** What is added in several places is shared from now on; what was there keeps its own ways. */
function setEach(resource: Resource, entries: TextMap, specs: readonly FieldSpec[]): Resource {
  const added = new Map<string, ValuePath[]>(Object.keys(entries).map((key) => [key, []]))
  const set = setEntries(entries)
  const changed = changeFields(resource, specs, 'map', (value, path) => {
    for (const [key, paths] of added) {
      if (isJsonObject(value) && !Object.hasOwn(value, key)) paths.push([...path, key])
    }
    return set(value)
  })
  const synced = withMerged(resource, changed.object)
  const shared = [...added.values()].filter((paths) => paths.length > 1).map(sharedValue)
  return { ...synced, shared: [...synced.shared, ...shared] }
}

function specsOf(entry: LabelsEntry): readonly FieldSpec[] {
  const implied = entry.includeSelectors ? commonLabelSpecs : entry.includeTemplates ? templateLabelSpecs : []
  return [...implied, ...labelSpecs].reduce((specs, spec) => addSpec(specs, spec, entry), entry.fields)
}

/** A spec that another one covers adds nothing. */
function addSpec(specs: readonly FieldSpec[], spec: FieldSpec, { place }: LabelsEntry): readonly FieldSpec[] {
  const covering = specs.find(
    (other) =>
      other.path === spec.path &&
      selects(other, { group: spec.group ?? '', version: spec.version ?? '', kind: spec.kind ?? '' }),
  )
  if (covering === undefined) return [...specs, spec]
  if ((covering.create ?? false) !== (spec.create ?? false)) {
    fail(place, `conflicting fieldspecs: ${spec.path} with and without create`)
  }
  return specs
}
