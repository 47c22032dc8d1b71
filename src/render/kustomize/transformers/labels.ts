import { isJsonObject } from '../../../kube/json.ts'
import { fail } from '../../render-error.ts'
import type { FieldSpec } from '../field-spec.ts'
import { commonAnnotationSpecs, commonLabelSpecs, labelSpecs, templateLabelSpecs } from '../field-specs.ts'
import type { LabelsEntry, TextMap } from '../kustomization.ts'
import { type Resource, withMerged } from '../resource.ts'
import { selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { sharedValue, type ValuePath } from '../shared-values.ts'
import { changeFields, setEntries } from './change-fields.ts'

/** One entry of `labels`: on the objects, and where it says so in selectors and pod templates. */
export function addLabels(entry: LabelsEntry, resources: ResourceSet): void {
  setAll(entry.pairs, specsOf(entry), resources)
}

/** On objects, templates and selectors. */
export function addCommonLabels(labels: TextMap, resources: ResourceSet): void {
  setAll(labels, commonLabelSpecs, resources)
}

export function addCommonAnnotations(annotations: TextMap, resources: ResourceSet): void {
  setAll(annotations, commonAnnotationSpecs, resources)
}

function setAll(entries: TextMap, specs: readonly FieldSpec[], resources: ResourceSet): void {
  if (Object.keys(entries).length === 0) return
  resources.update((resource) => setEach(resource, entries, specs))
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
