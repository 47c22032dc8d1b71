import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import type { Get } from './discovery.ts'

const freshFor = 60_000

interface Index {
  readonly readAt: number
  readonly etag: string | null
  readonly urls: ReadonlyMap<string, string>
}

export interface OpenApi {
  schemas(group: string, version: string): Promise<JsonObject | undefined>
  /** The next answer looks at the server's index again. */
  forget(): void
}

/**
 * The schemas of a group-version. One small index names the hash of each document; a document is read once per hash,
 * the index at most once a minute. https://kubernetes.io/docs/concepts/overview/kubernetes-api/#openapi-v3
 */
export function createOpenApi(get: Get, now: () => number): OpenApi {
  const documents = new Map<string, { readonly url: string; readonly schemas: Promise<JsonObject> }>()
  let index: Promise<Index> | undefined
  let forgotten = false
  const readIndex = async (before?: Index): Promise<Index> => {
    if (before !== undefined && !forgotten && now() - before.readAt < freshFor) return before
    forgotten = false
    const answer = await get('/openapi/v3', 'application/json', before?.etag)
    if (answer.status === 304 && before !== undefined) return { ...before, readAt: now() }
    return { readAt: now(), etag: answer.etag, urls: documentUrls(answer.body) }
  }
  const currentIndex = (): Promise<Index> => {
    index = index === undefined ? readIndex() : index.then(readIndex, () => readIndex())
    return index
  }
  const document = (path: string, url: string): Promise<JsonObject> => {
    const known = documents.get(path)
    if (known?.url === url) return known.schemas
    const schemas = get(url, 'application/json').then(({ body }) => schemasOf(body))
    documents.set(path, { url, schemas })
    schemas.catch(() => documents.delete(path))
    return schemas
  }
  return {
    schemas: async (group, version) => {
      const path = group === '' ? `api/${version}` : `apis/${group}/${version}`
      const url = (await currentIndex()).urls.get(path)
      return url === undefined ? undefined : document(path, url)
    },
    forget: () => {
      forgotten = true
    },
  }
}

/** Only URLs below /openapi/v3/ of this server are followed. */
function documentUrls(body: JsonObject): ReadonlyMap<string, string> {
  const paths = isJsonObject(body.paths) ? body.paths : {}
  const urls = Object.entries(paths).map(([path, entry]) => [path, relativeUrl(entry)] as const)
  return new Map(urls.filter(([, url]) => url.startsWith('/openapi/v3/') && !url.includes('..')))
}

function relativeUrl(entry: Json): string {
  const url = isJsonObject(entry) ? getOwn(entry, 'serverRelativeURL') : undefined
  return typeof url === 'string' ? url : ''
}

function schemasOf(body: JsonObject): JsonObject {
  const components = isJsonObject(body.components) ? body.components : {}
  return isJsonObject(components.schemas) ? components.schemas : {}
}
