import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { LiveMap } from '../../kube/manifest.ts'
import type { Mask } from '../../kube/masked.ts'
import type { ClusterRequest } from '../cluster.ts'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** Gives every item of a list the kind that the server leaves out, and masks what is Secret-like. */
export function maskAnswer(body: JsonObject, request: ClusterRequest, mask: Mask): LiveMap {
  if (request.verb !== 'list' || !isList(body.items ?? {})) return maskObject(body, request, mask)
  const kind = typeof body.kind === 'string' ? body.kind.replace(/List$/, '') : ''
  const items = isList(body.items ?? []) ? (body.items ?? []) : []
  const stamp = { apiVersion: body.apiVersion ?? '', kind }
  return {
    ...body,
    items: (isList(items) ? items : [])
      .filter(isJsonObject)
      .map((item) => maskObject({ ...stamp, ...item }, request, mask)),
  }
}

function maskObject(object: JsonObject, request: ClusterRequest, mask: Mask): LiveMap {
  if (!isSecretLike(request)) return object
  const masked: Record<string, LiveMap | JsonObject[string]> = { ...object }
  for (const field of ['data', 'stringData']) {
    const values = object[field]
    if (isJsonObject(values)) masked[field] = maskValues(values, mask)
  }
  if (isJsonObject(object.metadata)) masked.metadata = maskMetadata(object.metadata, mask)
  return masked as LiveMap
}

function maskMetadata(metadata: JsonObject, mask: Mask): LiveMap {
  const annotations = metadata.annotations
  if (!isJsonObject(annotations) || annotations[lastApplied] === undefined) return metadata
  return {
    ...metadata,
    annotations: { ...annotations, [lastApplied]: mask(textOf(annotations[lastApplied])) },
  }
}

function maskValues(values: JsonObject, mask: Mask): LiveMap {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, mask(textOf(value))]))
}

/** As `maskLive` does it: Git's values are masked by that, to be compared with these. */
function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function isSecretLike(request: ClusterRequest): boolean {
  return request.group === '' && request.resource === 'secrets'
}
