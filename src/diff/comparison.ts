import type { Json } from '../kube/json.ts'
import type { Origin } from '../kube/manifest.ts'
import type { ObjectKey } from '../kube/object-key.ts'

/**
 * Value 5 of the pipe: desired against live, object by object, under field ownership. It holds no secret: masked
 * values are told apart only as equal or changed.
 */
export interface Comparison {
  readonly application: string
  readonly objects: readonly ObjectComparison[]
  /** Kinds that could not be listed, with the reason: nothing of them is known and nothing of them is pruned. */
  readonly unlisted: readonly Unlisted[]
}

export interface Unlisted {
  readonly group: string
  readonly kind: string
  readonly namespace: string
  readonly reason: string
}

export type ObjectComparison = Missing | Drifted | InSync | Extraneous | Rejected | Unverified

interface Compared {
  readonly key: ObjectKey
  readonly origin?: Origin
}

/** Git has it, the cluster does not; a dry run accepted its creation. */
export interface Missing extends Compared {
  readonly kind: 'missing'
}

export interface Drifted extends Compared {
  readonly kind: 'drifted'
  readonly uid: string
  readonly fields: readonly FieldDrift[]
  readonly extra?: readonly ExtraField[]
  /** Why it cannot be changed in place: a sync option asks that it is deleted and created again. */
  readonly recreates?: string
}

export interface InSync extends Compared {
  readonly kind: 'inSync'
  readonly uid: string
  /** Fields that differ and are ignored by a rule. */
  readonly ignored: readonly string[]
  readonly extra?: readonly ExtraField[]
}

/** A field that a person wrote and Git does not set: it is told, and a sync leaves it alone. */
export interface ExtraField {
  readonly path: string
  readonly writer?: Writer
}

/** Live, marked as this application's, and not in Git. */
export interface Extraneous extends Compared {
  readonly kind: 'extraneous'
  readonly uid: string
  /** It says that it is no difference; pruned it is all the same. */
  readonly ignored?: true
  /** Why it would be kept even when pruning is on; absent when it is a candidate. */
  readonly kept?: KeepReason
}

export type KeepReason =
  | 'prune-disabled-on-object'
  | 'not-in-inventory'
  | 'has-owner'
  | 'copied-tracking-id'
  | 'hook'
  | 'another-application'
  /** Another application declares it now, and takes it over when it is synced. */
  | 'handed-over'
  /** It is recorded, and bears no mark of any application: a CRD, or something whose mark was taken off. */
  | 'not-marked'
  | 'being-deleted'
  /** Argo CD or Flux has written it, or marked it as its own. */
  | 'other-gitops-manager'

/** A dry run refused it: it would fail when synced. */
export interface Rejected extends Compared {
  readonly kind: 'rejected'
  readonly reason:
    | 'immutable'
    | 'denied'
    | 'forbidden'
    | 'quota'
    | 'invalid'
    | 'conflict'
    | 'unknown-kind'
    | 'no-namespace'
  readonly field?: string
  readonly message: string
  readonly remedy: string
}

/** It was not found out, or may not be looked at: never in sync, never red by itself. */
export interface Unverified extends Compared {
  readonly kind: 'unverified'
  readonly reason:
    | 'namespace-in-plan'
    | 'kind-in-plan'
    | 'webhook-refuses-dry-run'
    | 'may-not-dry-run'
    | 'unreachable'
    | 'not-listed'
    | 'not-permitted'
  readonly message: string
  /** Whether the object is live; unknown when it could not be listed. */
  readonly live: 'yes' | 'no' | 'unknown'
  readonly fields: readonly FieldDrift[]
}

/** One differing leaf. */
export interface FieldDrift {
  /** As people read it: `spec.template.spec.containers[name=web].image`. */
  readonly path: string
  readonly git: FieldValue
  readonly live: FieldValue
  /** Who last wrote the live value; absent when nobody owns it. */
  readonly writer?: Writer
  readonly effect: FieldEffect
}

export type FieldValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'masked' }
  | { readonly kind: 'absent' }

export interface Writer {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly subresource?: string
  /** RFC 3339. */
  readonly time?: string
  /** By its name: a script with a name of its own is `unknown`. */
  readonly class: 'us' | 'controller' | 'person' | 'unknown'
}

/** What the sync will do to the field. */
export type FieldEffect = 'set' | 'overwrite' | 'take-over' | 'remove' | 'recreate'
