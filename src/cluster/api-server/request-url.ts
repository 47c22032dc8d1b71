import type { ClusterRequest } from '../cluster.ts'
import { ClusterError } from '../cluster-error.ts'

/**
 * The only URL that a request can mean. Every segment is checked first, since a name such as `..` would turn a
 * namespaced URL into a cluster-wide one; `bad-name` otherwise.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function requestUrl(baseUrl: string, request: ClusterRequest): URL {
  const path = [...groupSegments(request), ...resourceSegments(request)]
  const url = apiUrl(baseUrl, `/${path.join('/')}`)
  for (const [key, value] of queryOf(request)) url.searchParams.set(key, value)
  return url
}

/** A path of the API server, under the prefix of a proxy where the base URL has one. */
export function apiUrl(baseUrl: string, path: string): URL {
  return new URL(baseUrl.replace(/\/+$/, '') + path)
}

function groupSegments(request: ClusterRequest): readonly string[] {
  const version = checked('version', request.version, isLabel)
  if (request.group === '') return ['api', version]
  return ['apis', checked('group', request.group, isSubdomain), version]
}

function resourceSegments(request: ClusterRequest): readonly string[] {
  const segments: string[] = []
  if (request.namespace !== undefined) {
    segments.push('namespaces', checked('namespace', request.namespace, isLabel))
  }
  segments.push(checked('resource', request.resource, isLabel))
  if (needsName(request)) segments.push(checked('name', request.name ?? '', isPathSegment))
  if (request.subresource !== undefined)
    segments.push(checked('subresource', request.subresource, isSubresource))
  return segments
}

function needsName(request: ClusterRequest): boolean {
  if (request.verb === 'create' || request.verb === 'list') {
    if (request.name === undefined) return false
    throw badName('name', `${request.verb} takes no name in its URL`)
  }
  return true
}

function queryOf(request: ClusterRequest): ReadonlyMap<string, string> {
  const options = request.options ?? {}
  const query = new Map<string, string>()
  if (request.verb === 'list') {
    if (options.limit !== undefined) query.set('limit', String(options.limit))
    if (options.continue !== undefined) query.set('continue', options.continue)
    if (options.labelSelector !== undefined) query.set('labelSelector', options.labelSelector)
    return query
  }
  if (options.dryRun === true && request.verb !== 'delete') query.set('dryRun', 'All')
  if (options.fieldManager !== undefined) query.set('fieldManager', options.fieldManager)
  if (options.force === true && request.verb === 'apply') query.set('force', 'true')
  if (request.verb === 'apply' || request.verb === 'create')
    query.set('fieldValidation', options.fieldValidation ?? 'Strict')
  return query
}

function checked(part: string, value: string, isGood: (value: string) => boolean): string {
  if (!isGood(value)) throw badName(part, 'not a name that a URL may carry')
  return encodeURIComponent(value)
}

function badName(part: string, what: string): ClusterError {
  return new ClusterError(
    'bad-name',
    `${part} of a cluster request: ${what}; correct it where it is declared`,
    {
      turn: 'author',
      retryable: false,
      subject: { field: part },
    },
  )
}

function isLabel(value: string): boolean {
  return value.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(value)
}

function isSubdomain(value: string): boolean {
  return value.length <= 253 && value.split('.').every(isLabel)
}

function isSubresource(value: string): boolean {
  return value === 'status' || value === 'scale'
}

/** Names of RBAC objects may hold colons and capitals; what no URL part may hold is refused for every kind. */
function isPathSegment(value: string): boolean {
  if (value === '' || value === '.' || value === '..' || value.length > 253) return false
  return Array.from(value).every(isSegmentCharacter)
}

function isSegmentCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  const isLoneSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 0x20 && code !== 0x7f && !isLoneSurrogate && !'/%?#\\'.includes(character)
}
