import { fail } from '../../render-error.ts'
import type { FieldSpec } from '../field-spec.ts'
import { commonAnnotationSpecs, commonLabelSpecs, labelSpecs, templateLabelSpecs } from '../field-specs.ts'
import type { LabelsEntry, TextMap } from '../kustomization.ts'
import { selects } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
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
  const set = setEntries(entries)
  resources.update((resource) => changeFields(resource, specs, 'map', set))
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
