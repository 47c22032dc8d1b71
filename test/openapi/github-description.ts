import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const file = new URL('node_modules/@octokit/openapi/generated/api.github.com.json', import.meta.url)

/** Undefined where this folder's packages are not installed: `npm ci --prefix test/openapi`. */
export function openDescription(): Description | undefined {
  return existsSync(file) ? new Description(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

interface Operation {
  readonly responses: Readonly<Record<string, Reference | Answer>>
}

interface Reference {
  readonly $ref: string
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null
}

interface Ajv {
  addFormat(name: string, format: true): void
  addSchema(schema: object, id: string): void
  compile(schema: object): Validate
}

/** GitHub's own description of its REST API, as it says what an answer looks like. */
export class Description {
  readonly #paths: Document['paths']
  readonly #ajv: Ajv
  readonly #compiled = new Map<string, Validate>()

  constructor(document: Document) {
    this.#paths = document.paths
    const { default: Ajv } = require('ajv') as { default: new (options: object) => Ajv }
    const { default: addFormats } = require('ajv-formats') as { default: (ajv: Ajv) => void }
    this.#ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true })
    addFormats(this.#ajv)
    this.#ajv.addSchema(withNulls(document) as object, 'github')
  }

  /** `GET /repos/{owner}/{repo}` of a path as it was asked for; the most literal one fits best. */
  operationOf(method: string, path: string): string | undefined {
    const fitting = Object.keys(this.#paths).filter(
      (template) => this.#paths[template]?.[method.toLowerCase()] !== undefined && fits(template, path),
    )
    const [best] = fitting.toSorted((a, b) => count(a) - count(b))
    return best && `${method} ${best}`
  }

  /** What is wrong with an answer; nothing where it is as described. */
  problems(operation: string, status: number, body: unknown): readonly string[] {
    const [method = '', path = ''] = operation.split(' ')
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const answer = this.#paths[path]?.[method.toLowerCase()]?.responses[status]
    if (answer === undefined) return [`${status} is no answer of ${operation}`]
    const at = '$ref' in answer ? answer.$ref.slice(2) : pointer.map(pointerPart).join('/')
    const described = '$ref' in answer ? true : answer.content?.['application/json'] !== undefined
    if (!described) return body === undefined ? [] : [`${operation} answers ${status} without a body`]
    const validate = this.#validator(`github#/${at}/content/application~1json/schema`)
    if (validate(body)) return []
    return (validate.errors ?? []).map((error) => `${operation} ${error.instancePath} ${error.message ?? ''}`)
  }

  #validator(ref: string): Validate {
    const known = this.#compiled.get(ref) ?? this.#ajv.compile({ $ref: ref })
    this.#compiled.set(ref, known)
    return known
  }
}

function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** A parameter may hold slashes, as branch names do. */
function fits(template: string, path: string): boolean {
  const pattern = template
    .replace(/[.+]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, name: string) => (name === 'ref' || name === 'basehead' ? '.+' : '[^/]+'))
  return new RegExp(`^${pattern}$`).test(path)
}

function count(template: string): number {
  return template.split('{').length + (template.endsWith('{ref}') ? 1 : 0)
}

/** OpenAPI says `nullable` beside a reference or a choice; JSON Schema has no such word. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withNulls(member)]),
  )
  if (nullable !== true) return nullable === undefined ? rest : { nullable, ...rest }
  return { anyOf: [{ type: 'null' }, rest] }
}
