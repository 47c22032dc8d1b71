import { sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Json, JsonObject } from '../../kube/json.ts'
import type { CustomKind } from './custom/custom-kind-type.ts'
import { customOpenApi, openApiPath } from './custom/custom-open-api.ts'
import { metaSchemas } from './custom/meta-schemas.ts'
import type { ServedKind } from './kinds/registry.ts'

export interface OpenApiDocument {
  /** As in `apis/apps/v1`. */
  readonly path: string
  readonly text: string
  /** SHA-512 of the text in upper-case hex. */
  readonly hash: string
}

/**
 * The documents of all served group-versions. Those of custom kinds are complete; of built-in kinds, whose types are
 * the client's own table, only the names.
 */
export function openApiDocuments(kinds: readonly ServedKind[]): ReadonlyMap<string, OpenApiDocument> {
  const byPath = new Map<string, ServedKind[]>()
  for (const kind of kinds) {
    const path = openApiPath(kind)
    byPath.set(path, [...(byPath.get(path) ?? []), kind])
  }
  return new Map([...byPath].map(([path, served]) => [path, document(path, served)]))
}

function document(path: string, kinds: readonly ServedKind[]): OpenApiDocument {
  const custom = kinds.map((kind) => kind.custom).filter((kind): kind is CustomKind => kind !== undefined)
  const text = JSON.stringify(custom.length > 0 ? customOpenApi(custom) : builtInOpenApi(kinds))
  const hash = bytesToHex(sha512(new TextEncoder().encode(text))).toUpperCase()
  return { path, text, hash }
}

function builtInOpenApi(kinds: readonly ServedKind[]): JsonObject {
  const schemas = kinds.map(({ group, version, kind }): [string, Json] => [
    `io.k8s.api.${group === '' ? 'core' : group}.${version}.${kind}`,
    {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-group-version-kind': [{ group, version, kind }],
    },
  ])
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: {},
    components: { schemas: { ...Object.fromEntries(schemas), ...metaSchemas } },
  }
}

export function openApiIndex(documents: ReadonlyMap<string, OpenApiDocument>): JsonObject {
  const paths = [...documents.values()].map(({ path, hash }): [string, Json] => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` },
  ])
  return { paths: Object.fromEntries(paths) }
}
