import type { Place } from '../render-error.ts'
import type { FieldSpec } from './field-spec.ts'
import type { Gvk } from './resource-id.ts'

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

/** A Component changes what its parent has gathered; a Kustomization starts from nothing. */
export type KustomizationKind = 'Kustomization' | 'Component'

/** What one kustomization file says, deprecated spellings folded into the present ones. */
export interface Kustomization {
  readonly kind: KustomizationKind
  readonly file: string
  /** Normalised; every file it names lies in or below it. */
  readonly directory: string
  readonly resources: readonly PlacedText[]
  readonly components: readonly PlacedText[]
  readonly openapi: OpenApi
  readonly crds: readonly PlacedText[]
  readonly configurations: readonly PlacedText[]
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
  readonly replacements: readonly ReplacementEntry[]
  readonly generators: readonly PlacedText[]
  readonly transformers: readonly PlacedText[]
  readonly validators: readonly PlacedText[]
  readonly vars: readonly VarEntry[]
  readonly buildMetadata: readonly PlacedText[]
  readonly sortOptions?: SortOptions
  /** About deprecated fields, as kustomize words them. */
  readonly warnings: readonly string[]
}

/** Which schema gives merge keys: a file's, or one that is built in. */
export interface OpenApi {
  readonly path?: PlacedText
  readonly version?: PlacedText
}

export interface SortOptions extends Placed {
  readonly order: string
  readonly legacy?: { readonly orderFirst: readonly string[]; readonly orderLast: readonly string[] }
}

/** A name for a field of one object; where it is used it is written `$(NAME)`. */
export interface VarEntry extends Placed {
  readonly name: string
  readonly object: ObjectReference
  /** `metadata.name` where the file names none. */
  readonly fieldPath: string
}

/** Each part that is empty stands for any. */
export interface ObjectReference extends Gvk {
  readonly name: string
  readonly namespace: string
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

/** One value that is copied into fields of objects. */
export interface Replacement extends Placed {
  readonly source?: ReplacementSource
  /** Instead of a source. */
  readonly sourceValue?: string
  /** Undefined when the entry names none. */
  readonly targets?: readonly ReplacementTarget[]
}

/** An entry of `replacements`: the replacement itself, or a file with one or a list of them. */
export interface ReplacementEntry extends Replacement {
  readonly path?: PlacedText
}

/** The one object that each part which is not empty names, and the field of it. */
export interface ReplacementSource extends Placed, Gvk {
  readonly name: string
  readonly namespace: string
  /** Empty for the name. */
  readonly fieldPath: string
  readonly options: FieldOptions
}

/** A part of a text between delimiters; what is missing in a target may be made. */
export interface FieldOptions {
  /** Empty for the whole. */
  readonly delimiter: string
  readonly index: number
  readonly create: boolean
}

export interface ReplacementTarget extends Placed {
  readonly select?: Target
  readonly reject: readonly Target[]
  /** None stand for the name. */
  readonly fieldPaths: readonly PlacedText[]
  readonly options: FieldOptions
}
