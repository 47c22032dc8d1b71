import type { JsonObject } from '../../kube/json.ts'
import { type Answer, jsonAnswer, pageNotFound, textAnswer } from './answer.ts'
import { aggregatedDiscovery, coreVersions, groupList, oneGroup, resourceList } from './discovery.ts'
import { type Hashed, hashed } from './hashed.ts'
import type { KindRegistry } from './kinds/registry.ts'
import { openApiIndex } from './open-api.ts'
import { unknownResource } from './refusal.ts'

/** What is asked of a path that is no resource. */
export interface DocumentCall {
  readonly url: URL
  readonly headers: Headers
}

const version: JsonObject = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.3',
  gitCommit: '',
  gitTreeState: '',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'sandbox',
}

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const plainText = 'text/plain; charset=utf-8'

/** Discovery, OpenAPI, version and health. */
export function serveDocument(
  kinds: KindRegistry,
  stale: ReadonlySet<string>,
  { url, headers }: DocumentCall,
): Answer {
  const path = url.pathname.replace(/\/$/, '')
  const parts = path.split('/').slice(1)
  if (/^\/(healthz|livez|readyz)$/.test(path)) return textAnswer(200, plainText, 'ok')
  if (path === '/version') return jsonAnswer(200, version)
  if (parts[0] === 'openapi' && parts[1] === 'v3')
    return serveOpenApi(kinds, url, parts.slice(2).join('/'), headers)
  if (path === '/api' || path === '/apis') return serveRoots(kinds, path === '/api', stale, headers)
  if (parts[0] === 'api' && parts.length === 2) return list(kinds, '', parts[1] ?? '')
  if (parts[0] === 'apis' && parts.length === 2) return group(kinds, parts[1] ?? '')
  if (parts[0] === 'apis' && parts.length === 3) return list(kinds, parts[1] ?? '', parts[2] ?? '')
  return pageNotFound()
}

function serveRoots(
  kinds: KindRegistry,
  isCore: boolean,
  stale: ReadonlySet<string>,
  headers: Headers,
): Answer {
  const wantsAll = /as=APIGroupDiscoveryList/.test(headers.get('accept') ?? '')
  if (!wantsAll) return jsonAnswer(200, isCore ? coreVersions() : groupList(kinds.all))
  const document =
    stale.size === 0
      ? kinds.discovery(isCore)
      : hashed(JSON.stringify(aggregatedDiscovery(kinds.all, isCore, stale)))
  return conditional(headers, aggregatedType, document)
}

/** A client that has it already is told so. */
function conditional(headers: Headers, contentType: string, { text, hash }: Hashed): Answer {
  const etag = `"${hash}"`
  const tagged = { ...textAnswer(200, contentType, text), headers: { etag, vary: 'Accept' } }
  return headers.get('if-none-match') === etag ? { ...tagged, code: 304, text: '' } : tagged
}

function group(kinds: KindRegistry, name: string): Answer {
  const body = oneGroup(kinds.all, name)
  return body === undefined ? pageNotFound() : jsonAnswer(200, body)
}

function list(kinds: KindRegistry, name: string, of: string): Answer {
  const body = resourceList(kinds.all, name, of)
  if (body !== undefined) return jsonAnswer(200, body)
  if (kinds.isGroup(name)) throw unknownResource()
  return pageNotFound()
}

function serveOpenApi(kinds: KindRegistry, url: URL, path: string, headers: Headers): Answer {
  const documents = kinds.openApi
  if (path === '') return textAnswer(200, plainText, JSON.stringify(openApiIndex(documents)))
  const document = documents.get(path)
  if (document === undefined) return pageNotFound()
  const asked = url.searchParams.get('hash')
  if (asked !== null && asked !== document.hash) {
    const location = `/openapi/v3/${path}?hash=${document.hash}`
    return { code: 301, contentType: 'application/json', text: '', headers: { location } }
  }
  return conditional(headers, 'application/json', document)
}
