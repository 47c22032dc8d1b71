import { isJsonObject, type Json } from '../kube/json.ts'
import type { LiveObject, Manifest } from '../kube/manifest.ts'
import type { Mask } from '../kube/masked.ts'
import { isSecretKind, maskLive } from '../kube/masking.ts'

/**
 * A manifest masked as the cluster's answers are, so that the two can be compared and nothing secret goes further. The
 * values of a Secret are first written as the API server writes them.
 */
export function maskDesired(manifest: Manifest, mask: Mask): LiveObject {
  const canonical = isSecretKind(manifest) ? withCanonicalData(manifest) : manifest
  const { name = '' } = canonical.metadata
  return maskLive({ ...canonical, metadata: { ...canonical.metadata, name } }, mask)
}

function withCanonicalData(manifest: Manifest): Manifest {
  const { data } = manifest
  if (!isJsonObject(data ?? null)) return manifest
  const entries = isJsonObject(data) ? Object.entries(data) : []
  return { ...manifest, data: Object.fromEntries(entries.map(([key, value]) => [key, canonical(value)])) }
}

/** The API server reads base64 with line breaks in it and writes it without. */
function canonical(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    return btoa(atob(value))
  } catch {
    return value
  }
}
