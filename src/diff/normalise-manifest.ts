import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../kube/json.ts'
import type { Manifest } from '../kube/manifest.ts'
import { groupOf } from '../kube/object-key.ts'

/**
 * A manifest as it is compared and applied: what the API server would ignore, or would read as a claim that nobody
 * meant, is taken out. Reference: flux-ssa section 3.7, points 5, 6, 7 and 10.
 */
export function normaliseManifest(manifest: Manifest): Manifest {
  return withoutNulls(withoutRules(withoutStatus(withFoldedData(manifest)))) as Manifest
}

/** `stringData` is not merged on the server: keys that leave it would stay in `data` for ever. */
function withFoldedData(manifest: Manifest): Manifest {
  const group = groupOf(manifest.apiVersion)
  if (group !== '' || (manifest.kind !== 'Secret' && manifest.kind !== 'ConfigMap')) return manifest
  const { data, stringData, ...rest } = manifest
  if (manifest.kind === 'ConfigMap') {
    return isJsonObject(data) ? { ...manifest, data: mapValues(data, emptyForNull) } : manifest
  }
  if (!isJsonObject(data ?? {}) || !isJsonObject(stringData ?? {})) return manifest
  const folded = { ...mapOf(data, emptyForNull), ...mapOf(stringData, encode) }
  return data === undefined && stringData === undefined ? manifest : { ...rest, data: folded }
}

function mapOf(value: Json | undefined, change: (value: Json) => Json): JsonObject {
  return isJsonObject(value) ? mapValues(value, change) : {}
}

/** What is no text is left as it is, so that the API server refuses it. */
function encode(value: Json): Json {
  const text = emptyForNull(value)
  return typeof text === 'string' ? encodeBase64(text) : text
}

function emptyForNull(value: Json): Json {
  return value ?? ''
}

function encodeBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** A controller writes `status`; in custom kinds without a status subresource it may be the author's. */
function withoutStatus(manifest: Manifest): Manifest {
  if (!isBuiltInGroup(groupOf(manifest.apiVersion)) || !Object.hasOwn(manifest, 'status')) return manifest
  const { status: _, ...rest } = manifest
  return rest as Manifest
}

/** The rules of an aggregated ClusterRole are a controller's: to send any would wipe them on every apply. */
function withoutRules(manifest: Manifest): Manifest {
  if (groupOf(manifest.apiVersion) !== 'rbac.authorization.k8s.io') return manifest
  if (!isJsonObject(getOwn(manifest, 'aggregationRule'))) return manifest
  const { rules: _, ...rest } = manifest
  return rest as Manifest
}

/** Groups without a dot and those of Kubernetes itself. */
function isBuiltInGroup(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io')
}

function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]))
}

function mapValues(map: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}
