/** What a path and a method mean, before it is known whether such a resource exists. */
export interface ResourceRequest {
  readonly isResource: true
  readonly verb: RequestVerb
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  /** Empty for cluster-scoped resources and lists over all namespaces. */
  readonly namespace: string
  readonly name: string
}

export interface PathRequest {
  readonly isResource: false
  readonly verb: string
  readonly path: string
}

export type RequestVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'

/**
 * Source: k8s.io/apiserver pkg/endpoints/request/requestinfo.go. A namespace is its own namespace; what comes after a
 * subresource makes the path lead nowhere.
 */
export function requestInfo(method: string, url: URL): ResourceRequest | PathRequest {
  const path: PathRequest = { isResource: false, verb: method.toLowerCase(), path: url.pathname }
  const parts = url.pathname.split('/').slice(1).map(decoded)
  const [root, ...rest] = parts
  if (root === 'api' && rest.length >= 2) return resourceRequest(method, url, '', rest) ?? path
  if (root !== 'apis' || rest.length < 3) return path
  return resourceRequest(method, url, rest[0] ?? '', rest.slice(1)) ?? path
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function resourceRequest(
  method: string,
  url: URL,
  group: string,
  [version = '', ...parts]: readonly string[],
): ResourceRequest | undefined {
  if (parts.some((part) => part === '')) return undefined
  const isInNamespace =
    parts[0] === 'namespaces' && parts.length >= 3 && !namespaceSubresources.has(parts[2] ?? '')
  const namespace = isInNamespace ? (parts[1] ?? '') : ''
  const [resource = '', name = '', subresource = '', ...more] = isInNamespace ? parts.slice(2) : parts
  const isNamespace = resource === 'namespaces' && !isInNamespace
  return {
    isResource: true,
    verb: verbOf(method, name, url),
    group,
    version,
    resource: more.length > 0 ? '' : resource,
    subresource,
    namespace: isNamespace ? name : namespace,
    name,
  }
}

const namespaceSubresources: ReadonlySet<string> = new Set(['status', 'finalize'])

function verbOf(method: string, name: string, url: URL): RequestVerb {
  switch (method) {
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    default:
      if (name !== '') return 'get'
      return /^(true|1)$/.test(url.searchParams.get('watch') ?? '') ? 'watch' : 'list'
  }
}
