import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { lastAppliedAnnotation } from './annotations.ts'
import type { LiveMap, LiveObject, LiveValue } from './manifest.ts'
import { type Mask, Masked } from './masked.ts'
import { groupOf } from './object-key.ts'
import { isSecretKey, secretValuesOf } from './secret-values.ts'
import { isLiveMap } from './typed-value.ts'

/** Masks by HMAC-SHA256. The key is random and stays in the process, so that no mask can be guessed back. */
export function maskerOf(key: Uint8Array): Mask {
  return (value) => new Masked(bytesToHex(hmac(sha256, key, utf8ToBytes(value))))
}

/** Kinds whose `data` is secret, as `group/Kind`; the core group is empty. */
const secretKinds: readonly string[] = ['/Secret']

export function isSecretKind(object: { readonly apiVersion: string; readonly kind: string }): boolean {
  return secretKinds.includes(`${groupOf(object.apiVersion)}/${object.kind}`)
}

/**
 * The object without what must not be seen: the values of a Secret, annotations of it that quote them, and what
 * client-side apply remembers of any object. Keys stay. A live object that is masked again stays as it is.
 */
export function maskLive(object: LiveObject, mask: Mask): LiveObject {
  const bare = withoutLastApplied(object, mask)
  if (!isSecretKind(object)) return bare
  const values = { ...maskedMap(bare, 'data', mask), ...maskedMap(bare, 'stringData', mask) }
  return { ...withoutQuotes(bare, mask), ...values }
}

/** Shorter values stand in ordinary words by chance. */
const shortestQuoted = 4

/** By these other programs and we ourselves know what an object is; no value is written there. */
const marks = /^(?:[a-z0-9-]+\.)*(?:argoproj\.io|plumbline\.dev|helm\.sh|fluxcd\.io|kubernetes\.io|k8s\.io)\//

function withoutQuotes(object: LiveObject, mask: Mask): LiveObject {
  const annotations: LiveMap = object.metadata.annotations ?? {}
  const secrets = secretValuesOf(object).filter((secret) => secret.length >= shortestQuoted)
  const quotes = ([key, text]: readonly [string, LiveValue]) =>
    typeof text === 'string' && !marks.test(key) && secrets.some((secret) => text.includes(secret))
  const quoting = Object.entries(annotations).filter(quotes)
  if (quoting.length === 0) return object
  const masked = Object.fromEntries(quoting.map(([key, text]) => [key, maskedValue(text, mask)]))
  const metadata: LiveMap = { ...object.metadata, annotations: { ...annotations, ...masked } }
  return { ...object, metadata } as LiveObject
}

function maskedMap(object: LiveObject, field: 'data' | 'stringData', mask: Mask): LiveMap {
  const values = object[field]
  if (values === undefined) return {}
  if (!isLiveMap(values)) return { [field]: maskedValue(values, mask) }
  const entries = Object.entries(values).map(
    ([key, value]) => [isSecretKey(key) ? key : '(no key)', maskedValue(value, mask)] as const,
  )
  return { [field]: Object.fromEntries(entries) }
}

function maskedValue(value: LiveValue, mask: Mask): LiveValue {
  if (value === null || value instanceof Masked) return value
  return mask(typeof value === 'string' ? value : JSON.stringify(value))
}

function withoutLastApplied(object: LiveObject, mask: Mask): LiveObject {
  const annotations: LiveMap | undefined = object.metadata.annotations
  const remembered = annotations?.[lastAppliedAnnotation]
  if (annotations === undefined || remembered === undefined) return object
  const masked: LiveMap = { ...annotations, [lastAppliedAnnotation]: maskedValue(remembered, mask) }
  const metadata: LiveMap = { ...object.metadata, annotations: masked }
  return { ...object, metadata } as LiveObject
}
