import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type Json, type JsonObject } from '../../src/kube/json.ts'
import { namesOfKinds, readOpenApiType } from '../../src/kube/open-api-schema.ts'
import type { MapNode, TypeNode, TypeRef } from '../../src/kube/schema.ts'

export interface SchemaSource {
  /**
   * A folder of OpenAPI v3 documents (`api/openapi-spec/v3` of kubernetes/kubernetes), or the address of an API server
   * that serves alpha and beta kinds too.
   */
  readonly from: string
  readonly token?: string
  /** Of Kubernetes; a running server says it itself. */
  readonly version?: string
  readonly fetch?: (request: Request) => Promise<Response>
}

/** The module `src/kube/builtin-schema.generated.ts`: of every built-in kind what merging needs. */
export async function generateSchema(source: SchemaSource): Promise<string> {
  const { from, version } = source
  const found = /^https?:/.test(from)
    ? await fetchAll(source)
    : { documents: await readAll(from), version: '' }
  const schemas: JsonObject = Object.assign({}, ...found.documents.map(schemasOf))
  return printModule(version ?? found.version, compact(schemas))
}

async function readAll(folder: string): Promise<readonly Json[]> {
  const names = (await readdir(folder)).filter((name) => /^apis?__.*_openapi\.json$/.test(name)).sort()
  return await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
}

interface Found {
  readonly documents: readonly Json[]
  readonly version: string
}

async function fetchAll({ from, token, fetch = globalThis.fetch }: SchemaSource): Promise<Found> {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token ?? ''}` }
    const response = await fetch(new Request(new URL(path, from), { headers }))
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return await response.json()
  }
  const { paths } = await get('/openapi/v3')
  const wanted = Object.keys(paths)
    .filter((path) => /^(api\/v1|apis\/[^/]+\/[^/]+)$/.test(path))
    .sort()
  const documents = await Promise.all(wanted.map((path) => get(paths[path].serverRelativeURL)))
  return { documents, version: (await get('/version')).gitVersion }
}

function schemasOf(document: Json): JsonObject {
  const components = isJsonObject(document) ? document.components : undefined
  const schemas = isJsonObject(components) ? components.schemas : undefined
  return isJsonObject(schemas) ? schemas : {}
}

interface Compact {
  readonly kinds: ReadonlyMap<string, string>
  readonly types: ReadonlyMap<string, TypeRef>
}

/** Only what a kind can reach, under short names; references to scalars are the scalars. */
function compact(schemas: JsonObject): Compact {
  const kinds = [...namesOfKinds(schemas)].filter(([kind, name]) => isObjectKind(kind, name)).sort(byKey)
  const read = new Map<string, TypeRef>()
  const shorten = (type: TypeRef): TypeRef => {
    if (typeof type !== 'string')
      return 'ref' in type ? { ...type, ref: nameOf(type.ref) } : shortenNode(type)
    if (!isName(type)) return type
    const target = visit(type.slice(1))
    return typeof target === 'string' ? target : nameOf(type)
  }
  const nameOf = (ref: `#${string}`): `#${string}` => {
    visit(ref.slice(1))
    return `#${shortName(ref.slice(1))}`
  }
  const shortenNode = (node: TypeNode): TypeNode => ({
    ...node,
    ...(node.list && { list: { ...node.list, of: shorten(node.list.of) } }),
    ...(node.map && { map: shortenMap(node.map) }),
  })
  const shortenMap = (map: MapNode): MapNode => ({
    ...map,
    ...(map.fields && {
      fields: Object.fromEntries(Object.entries(map.fields).map(([name, type]) => [name, shorten(type)])),
    }),
    ...(map.rest && { rest: shorten(map.rest) }),
  })
  const visit = (name: string): TypeRef => {
    const short = shortName(name)
    const known = read.get(short)
    if (known !== undefined) return known
    const schema = schemas[name]
    const type = isJsonObject(schema) ? readOpenApiType(name, schema) : 'any'
    read.set(short, type)
    const shortened = shorten(type)
    read.set(short, shortened)
    return shortened
  }
  for (const [, name] of kinds) visit(name)
  const types = [...read].filter(([, type]) => typeof type !== 'string').sort(byKey)
  return {
    kinds: new Map(kinds.map(([kind, name]) => [kind, shortName(name)])),
    types: withKeyDefaultsOnly(new Map(types)),
  }
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

function isName(type: TypeRef): type is `#${string}` {
  return typeof type === 'string' && type.startsWith('#')
}

/** Kubernetes' own, and neither lists nor requests. */
function isObjectKind(kind: string, name: string): boolean {
  const isOwn = /^io\.k8s\.(api|apiextensions-apiserver|kube-aggregator)\./.test(name)
  return isOwn && !kind.endsWith('List')
}

/** `io.k8s.api.core.v1.Container` is `core.v1.Container`. */
function shortName(name: string): string {
  return name.split('.').slice(-3).join('.')
}

/** Of all defaults, merging needs those of list keys. */
function withKeyDefaultsOnly(types: ReadonlyMap<string, TypeRef>): ReadonlyMap<string, TypeRef> {
  const keys = new Set(
    [...JSON.stringify([...types]).matchAll(/"keys":(\[[^\]]*\])/g)].flatMap(([, list]) =>
      JSON.parse(list ?? '[]'),
    ),
  )
  return new Map(
    [...types].map(([name, type]) => {
      if (typeof type === 'string' || 'ref' in type || !type.map?.defaults) return [name, type]
      const { defaults, ...map } = type.map
      const kept = Object.entries(defaults).filter(([field]) => keys.has(field))
      return [
        name,
        { ...type, map: kept.length === 0 ? map : { ...map, defaults: Object.fromEntries(kept) } },
      ]
    }),
  )
}

function printModule(version: string, { kinds, types }: Compact): string {
  const json = `{"kinds":{
${printEntries(kinds)}
},"types":{
${printEntries(types)}
}}`
  return `// Made by test/real/generate-schema.mjs from Kubernetes ${version}. Do not edit.

/** JSON: type names by kind, and types as \`TypeRef\` by name. */
export const builtinTypes: string = \`${json}\`
`
}

function printEntries(entries: ReadonlyMap<string, unknown>): string {
  return [...entries].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',\n')
}
