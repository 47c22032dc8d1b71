import { fail, type Place } from '../render-error.ts'
import type { FieldSpec } from './field-spec.ts'
import {
  commonAnnotationSpecs,
  commonLabelSpecs,
  imageSpecs,
  nameSpecs,
  namespaceSpecs,
  replicaSpecs,
  templateLabelSpecs,
} from './field-specs.ts'
import { compareGvk } from './gvk-order.ts'
import { type NameReference, nameReferences } from './name-reference-specs.ts'
import { selects } from './resource-id.ts'
import { varReferenceSpecs } from './var-reference-specs.ts'

export const specLists = [
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'templateLabels',
  'commonAnnotations',
  'varReference',
  'images',
  'replicas',
] as const

type SpecList = (typeof specLists)[number]

/** Which fields each transformer changes: kustomize's own, and what `configurations` and `crds` add to them. */
export interface TransformerConfig extends Readonly<Record<SpecList, readonly FieldSpec[]>> {
  readonly nameReference: readonly NameReference[]
}

export const emptyConfig: TransformerConfig = {
  namePrefix: [],
  nameSuffix: [],
  namespace: [],
  commonLabels: [],
  labels: [],
  templateLabels: [],
  commonAnnotations: [],
  nameReference: [],
  varReference: [],
  images: [],
  replicas: [],
}

export const defaultConfig: TransformerConfig = {
  namePrefix: nameSpecs,
  nameSuffix: nameSpecs,
  namespace: namespaceSpecs,
  commonLabels: commonLabelSpecs,
  labels: [],
  templateLabels: templateLabelSpecs,
  commonAnnotations: commonAnnotationSpecs,
  nameReference: nameReferences,
  varReference: varReferenceSpecs,
  images: imageSpecs,
  replicas: replicaSpecs,
}

/** Both together; what `config` covers already is not added. Throws `RenderError` at `place` for a conflict. */
export function mergeConfigs(
  config: TransformerConfig,
  added: TransformerConfig,
  place: Place,
): TransformerConfig {
  if (config === added || added === emptyConfig) return config
  if (config === emptyConfig && added === defaultConfig) return added
  const lists = specLists.map((list): [SpecList, readonly FieldSpec[]] => [
    list,
    sorted(config[list], mergeSpecs(config[list], added[list], place)),
  ])
  const nameReference = added.nameReference.reduce(
    (references, reference) => addReference(references, reference, place),
    config.nameReference,
  )
  return {
    ...config,
    ...Object.fromEntries(lists),
    nameReference: sorted(config.nameReference, nameReference, ({ target }) => target),
  }
}

/** `specs` with those of `added` behind them that no spec before them covers. */
export function mergeSpecs(
  specs: readonly FieldSpec[],
  added: readonly FieldSpec[],
  place: Place,
): readonly FieldSpec[] {
  if (added.length === 0 || added === specs) return specs
  const byPath = new Map<string, FieldSpec[]>()
  const result: FieldSpec[] = []
  const keep = (spec: FieldSpec): void => {
    result.push(spec)
    const siblings = byPath.get(spec.path)
    if (siblings) siblings.push(spec)
    else byPath.set(spec.path, [spec])
  }
  for (const spec of specs) keep(spec)
  for (const spec of added) {
    const covering = byPath.get(spec.path)?.find((other) => covers(other, spec))
    if (covering === undefined) keep(spec)
    else if ((covering.create ?? false) !== (spec.create ?? false)) {
      fail(place, `conflicting fieldspecs: ${spec.path} with and without create`)
    }
  }
  return result.length === specs.length ? specs : result
}

/** As kustomize has it: a spec for any kind is covered by one for a single kind, and not the other way round. */
function covers({ group = '', version = '', kind = '' }: FieldSpec, spec: FieldSpec): boolean {
  return selects(spec, { group, version, kind })
}

function addReference(
  references: readonly NameReference[],
  added: NameReference,
  place: Place,
): readonly NameReference[] {
  const index = references.findIndex(({ target }) => isSame(target, added.target))
  const present = references[index]
  if (present === undefined) return [...references, added]
  const fields = mergeSpecs(present.fields, added.fields, place)
  return fields === present.fields ? references : references.with(index, { ...present, fields })
}

function isSame(a: NameReference['target'], b: NameReference['target']): boolean {
  return (
    (a.group ?? '') === (b.group ?? '') &&
    (a.version ?? '') === (b.version ?? '') &&
    (a.kind ?? '') === (b.kind ?? '')
  )
}

function sorted<T>(
  before: readonly T[],
  list: readonly T[],
  gvkOf: (item: T) => NameReference['target'] = (item) => item as NameReference['target'],
): readonly T[] {
  return list === before ? before : [...list].sort((a, b) => compareGvk(gvkOf(a), gvkOf(b)))
}
