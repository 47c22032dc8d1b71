import type { Place } from '../render-error.ts'
import type { FieldSpec } from './field-spec.ts'

/** A value with the place that errors about it name. */
export interface Placed {
  readonly place: Place
}

export interface PlacedText extends Placed {
  readonly text: string
}

export interface TextMap {
  readonly [key: string]: string
}

/** What one kustomization file says, deprecated spellings folded into the present ones. */
export interface Kustomization {
  readonly file: string
  /** Normalised; every file it names lies in or below it. */
  readonly directory: string
  readonly resources: readonly PlacedText[]
  readonly configMapGenerator: readonly GeneratorEntry[]
  readonly secretGenerator: readonly SecretEntry[]
  readonly generatorOptions: GeneratorOptions
  readonly patchesStrategicMerge: readonly PlacedText[]
  readonly patches: readonly PatchEntry[]
  /** Empty for none; so are prefix and suffix. */
  readonly namespace: string
  readonly namePrefix: string
  readonly nameSuffix: string
  readonly labels: readonly LabelsEntry[]
  readonly commonLabels: TextMap
  readonly commonAnnotations: TextMap
  readonly patchesJson6902: readonly PatchEntry[]
  readonly replicas: readonly ReplicasEntry[]
  readonly images: readonly ImageEntry[]
}

export interface GeneratorOptions {
  readonly labels: TextMap
  readonly annotations: TextMap
  readonly disableNameSuffixHash: boolean
  readonly immutable: boolean
}

export interface GeneratorEntry extends Placed {
  readonly name: string
  readonly namespace: string
  readonly behavior: string
  readonly literals: readonly PlacedText[]
  readonly files: readonly PlacedText[]
  readonly envs: readonly PlacedText[]
  readonly options: GeneratorOptions
}

export interface SecretEntry extends GeneratorEntry {
  readonly type: string
}

export interface PatchEntry extends Placed {
  readonly path: string
  readonly patch: string
  readonly target?: Target
  readonly allowNameChange: boolean
  readonly allowKindChange: boolean
}

/** Which objects a patch is for: patterns over the whole text; empty means any. */
export interface Target extends Placed {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly labelSelector: string
  readonly annotationSelector: string
}

export interface LabelsEntry extends Placed {
  readonly pairs: TextMap
  readonly includeSelectors: boolean
  readonly includeTemplates: boolean
  readonly fields: readonly FieldSpec[]
}

export interface ReplicasEntry extends Placed {
  readonly name: string
  readonly count: number
}

export interface ImageEntry extends Placed {
  readonly name: string
  readonly newName: string
  readonly newTag: string
  readonly digest: string
  readonly tagSuffix: string
}
