import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { YamlPath } from '../../kube/yaml-document.ts'
import { YamlError } from '../../kube/yaml-error.ts'
import { parseConfig } from '../go-yaml/parse-yaml.ts'
import { fail, failWith, problemsOf } from '../render-error.ts'

/** What a Swagger 2 document says about merge keys and scopes; kinds are `apiVersion/kind`. */
export interface ApiDocument {
  readonly definitions: ReadonlyMap<string, JsonObject>
  readonly kinds: ReadonlyMap<string, JsonObject>
  readonly isNamespaced: ReadonlyMap<string, boolean>
}

/** A file of `openapi.path`, JSON or YAML. Throws `RenderError`. */
export function readApiDocument(text: string, file: string): ApiDocument {
  const document = parse(text, file)
  const definitions = entriesOf(document, 'definitions')
  const kinds = definitions.flatMap(([name, definition]): [string, JsonObject][] => {
    const listed = getOwn(definition, 'x-kubernetes-group-version-kind')
    const types = isList(listed) ? listed.filter(isJsonObject) : []
    return types.map((type) => [kindOf(type, document, ['definitions', name]), definition])
  })
  return {
    definitions: new Map(definitions),
    kinds: new Map(kinds),
    isNamespaced: scopesOf(document),
  }
}

interface Document {
  readonly value: Json
  readonly refuse: (path: YamlPath, why: string) => never
}

function parse(text: string, file: string): Document {
  const refuse = (why: string, line?: number): never =>
    fail({ file, ...(line && { line }) }, `invalid schema file: ${why}`)
  try {
    const document = parseConfig(text, { file })
    if (document === undefined) return refuse('it is empty; a Swagger 2 document is expected')
    return {
      value: document.value,
      refuse: (path, why) => refuse(`${path.join('.')}: ${why}`, document.lineOf(path)),
    }
  } catch (error) {
    const problems = error instanceof YamlError ? (problemsOf(error, { file }) ?? []) : []
    failWith(problems.map((problem) => ({ ...problem, message: `invalid schema file: ${problem.message}` })))
    throw error
  }
}

/** A kind is namespaced when one of its paths has a namespace. */
function scopesOf(document: Document): ReadonlyMap<string, boolean> {
  const scopes = new Map<string, boolean>()
  for (const [path, operations] of entriesOf(document, 'paths')) {
    const get = getOwn(operations, 'get')
    const type = isJsonObject(get) ? getOwn(get, 'x-kubernetes-group-version-kind') : undefined
    if (!isJsonObject(type)) continue
    const kind = kindOf(type, document, ['paths', path])
    scopes.set(kind, scopes.get(kind) === true || path.includes('namespaces/{namespace}'))
  }
  return scopes
}

function entriesOf({ value, refuse }: Document, field: string): readonly (readonly [string, JsonObject])[] {
  const map = isJsonObject(value) ? (getOwn(value, field) ?? {}) : value
  if (!isJsonObject(map)) return refuse([field], 'a map is expected')
  return Object.entries(map).map(([name, entry]) => [
    name,
    isJsonObject(entry) ? entry : refuse([field, name], 'a map is expected'),
  ])
}

function kindOf(type: JsonObject, { refuse }: Document, path: YamlPath): string {
  const [group, version, kind] = ['group', 'version', 'kind'].map((name) => getOwn(type, name))
  if (typeof version !== 'string' || typeof kind !== 'string') {
    return refuse(path, 'x-kubernetes-group-version-kind needs the texts version and kind')
  }
  return `${typeof group === 'string' && group !== '' ? `${group}/` : ''}${version}/${kind}`
}
