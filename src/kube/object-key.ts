import type { LiveObject, Manifest } from './manifest.ts'

/** Identity of an object: the version is left out on purpose, one object may be read in several versions. */
export interface ObjectKey {
  /** Empty for the core group. */
  readonly group: string
  readonly kind: string
  /** Empty for cluster-scoped objects. */
  readonly namespace: string
  readonly name: string
}

export interface GroupKind {
  readonly group: string
  readonly kind: string
}

/** `apps/v1` gives `apps`; `v1` gives the empty core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

/** `apps/v1` gives `v1`. */
export function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1)
}

export function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`
}

/** The key of an object; one with only a `generateName` has the empty name. */
export function keyOf(object: Manifest | LiveObject): ObjectKey {
  return {
    group: groupOf(object.apiVersion),
    kind: object.kind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name ?? '',
  }
}

/** One line, unique per key, also the text people see: `apps/Deployment shop/web`, `Namespace shop`. */
export function formatKey(key: ObjectKey): string {
  const kind = key.group === '' ? key.kind : `${key.group}/${key.kind}`
  return key.namespace === '' ? `${kind} ${key.name}` : `${kind} ${key.namespace}/${key.name}`
}

/** Byte order of the formatted key: a stable order that depends on nothing else. */
export function compareKeys(a: ObjectKey, b: ObjectKey): number {
  return compareText(formatKey(a), formatKey(b))
}

export function sameKey(a: ObjectKey, b: ObjectKey): boolean {
  return a.group === b.group && a.kind === b.kind && a.namespace === b.namespace && a.name === b.name
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
