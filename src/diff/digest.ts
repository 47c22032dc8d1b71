import { canonicalJson } from '../kube/canonical-json.ts'
import { isList, type Json } from '../kube/json.ts'
import type { LiveMap, LiveObject, LiveValue } from '../kube/manifest.ts'
import { Masked } from '../kube/masked.ts'
import { sha256Hex } from '../kube/sha256.ts'
import { fieldManager } from './writers.ts'

/**
 * What a verdict of the judge is remembered for: a digest over what Git says, what is live without what controllers
 * write all the time, and whatever else the verdict rested on. Masked values count as one word, so that no secret can
 * be guessed from it: a verdict that rested on them must not be remembered.
 */
export function verdictText(desired: LiveMap, live: LiveObject, grounds: readonly string[]): string {
  return sha256Hex(canonicalJson([plain(desired), plain(withoutNoise(live)), grounds]))
}

function withoutNoise(live: LiveObject): LiveMap {
  const { status: _, metadata, ...rest } = live
  const { resourceVersion: _r, generation: _g, managedFields = [], ...kept } = metadata
  const ours = managedFields.filter(({ manager }) => manager === fieldManager)
  return {
    ...rest,
    metadata: {
      ...kept,
      ours: ours.map(({ operation, apiVersion, subresource = '', fieldsV1 = {} }) => ({
        operation,
        apiVersion,
        subresource,
        fieldsV1,
      })),
    },
  }
}

function plain(value: LiveValue): Json {
  if (value instanceof Masked) return value.toJSON()
  if (isList(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}
