import { isJsonObject, isList, type JsonObject } from '../../kube/json.ts'
import type { ClusterRequest, RequestOptions, Verb } from '../cluster.ts'
import { requestUrl } from './request-url.ts'

/** One HTTP request to the API server, without its credentials. */
export interface HttpRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether it may be sent again when nobody knows what became of it. */
  readonly repeatable: boolean
}

const methods: Readonly<Record<Verb, string>> = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  apply: 'PATCH',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}

const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

export function httpRequest(baseUrl: string, request: ClusterRequest): HttpRequest {
  const body = bodyOf(request)
  return {
    method: methods[request.verb],
    url: requestUrl(baseUrl, request),
    headers: {
      accept: request.options?.metadataOnly === true ? metadataOnly : 'application/json',
      ...(body === undefined ? {} : { 'content-type': contentType(request) }),
    },
    ...(body === undefined ? {} : { body }),
    repeatable: isRepeatable(request),
  }
}

function bodyOf(request: ClusterRequest): string | undefined {
  if (request.verb === 'delete') return JSON.stringify(deleteOptions(request.options ?? {}))
  if (request.body === undefined) return undefined
  return request.verb === 'apply' ? yamlSafe(JSON.stringify(request.body)) : JSON.stringify(request.body)
}

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply */
function contentType(request: ClusterRequest): string {
  if (request.verb === 'apply') return 'application/apply-patch+yaml'
  if (request.verb !== 'patch') return 'application/json'
  return request.options?.patchType === 'json'
    ? 'application/json-patch+json'
    : 'application/merge-patch+json'
}

function deleteOptions(options: RequestOptions): JsonObject {
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(options.preconditions === undefined ? {} : { preconditions: { ...options.preconditions } }),
    ...(options.propagationPolicy === undefined ? {} : { propagationPolicy: options.propagationPolicy }),
    ...(options.dryRun === true ? { dryRun: ['All'] } : {}),
  }
}

/**
 * JSON that a YAML 1.1 reader understands in the same way: the API server reads an apply body as YAML, where these
 * characters are line breaks or forbidden.
 */
function yamlSafe(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A JSON patch, or the creation of an object that the server names, would take effect twice. */
function isRepeatable(request: ClusterRequest): boolean {
  if (request.verb === 'patch') return request.options?.patchType !== 'json'
  if (request.verb !== 'create' || request.options?.dryRun === true) return true
  const body = request.body
  if (body === undefined || isList(body) || !isJsonObject(body.metadata)) return false
  return body.metadata.name !== undefined
}
