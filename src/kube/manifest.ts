import type { Json, JsonObject, JsonScalar } from './json.ts'
import type { Masked } from './masked.ts'

/** An object as Git declares it: text turned into data, before it is in a cluster. It may hold secrets. */
export type Manifest = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ManifestMetadata
}

export type ManifestMetadata = JsonObject & {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly labels?: StringMap
  readonly annotations?: StringMap
}

export interface StringMap {
  readonly [key: string]: string
}

/** A value read from a cluster: JSON in which Secret-like values are `Masked`. */
export type LiveValue = JsonScalar | Masked | readonly LiveValue[] | LiveMap
export interface LiveMap {
  readonly [key: string]: LiveValue
}

/** An object as the cluster has it. */
export type LiveObject = LiveMap & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: LiveMetadata
}

export type LiveMetadata = LiveMap & {
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly labels?: StringMap
  readonly annotations?: StringMap
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
  readonly managedFields?: readonly ManagedFieldsEntry[]
}

export type OwnerReference = LiveMap & {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
}

/** One entry of `metadata.managedFields`; `time` is RFC 3339. */
export type ManagedFieldsEntry = LiveMap & {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly time?: string
  readonly subresource?: string
  readonly fieldsV1?: { readonly [key: string]: Json }
}

/** Where a manifest came from; `line` counts from 1 and is the line on which its document starts. */
export interface Origin {
  readonly path: string
  readonly line: number
}
