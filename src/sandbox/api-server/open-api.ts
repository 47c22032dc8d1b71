import type { Json, JsonObject } from '../../kube/json.ts'
import { builtInOpenApi } from './built-in-open-api.ts'
import type { CustomKind } from './custom/custom-kind-type.ts'
import { customOpenApi, openApiPath } from './custom/custom-open-api.ts'
import { type Hashed, hashed } from './hashed.ts'
import type { ResourceKind } from './kinds/resource-kind.ts'

export interface OpenApiDocument extends Hashed {
  /** As in `apis/apps/v1`. */
  readonly path: string
}

export type OpenApiDocuments = ReadonlyMap<string, OpenApiDocument>

/** The documents of the built-in group-versions. */
export function builtInDocuments(kinds: readonly ResourceKind[]): OpenApiDocuments {
  return documentsOf(kinds, builtInOpenApi)
}

/** The documents of the group-versions of custom kinds. */
export function customDocuments(kinds: readonly CustomKind[]): OpenApiDocuments {
  return documentsOf(kinds, customOpenApi)
}

function documentsOf<K extends ResourceKind>(
  kinds: readonly K[],
  print: (kinds: readonly K[]) => JsonObject,
): OpenApiDocuments {
  const byPath = new Map<string, K[]>()
  for (const kind of kinds) {
    const path = openApiPath(kind)
    const known = byPath.get(path)
    if (known === undefined) byPath.set(path, [kind])
    else known.push(kind)
  }
  return new Map([...byPath].map(([path, served]) => [path, document(path, print(served))]))
}

function document(path: string, body: JsonObject): OpenApiDocument {
  return { path, ...hashed(JSON.stringify(body)) }
}

export function openApiIndex(documents: OpenApiDocuments): JsonObject {
  const paths = [...documents.values()].map(({ path, hash }): [string, Json] => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` },
  ])
  return { paths: Object.fromEntries(paths) }
}
