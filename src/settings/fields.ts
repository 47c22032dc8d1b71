import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../kube/json.ts'
import type { YamlPath } from '../kube/yaml-document.ts'

/** One thing that is wrong with a document. `line` counts from 1. */
export interface FieldProblem {
  readonly kind: 'invalid' | 'unknown' | 'unsupported'
  /** As people read it: `roots[0].allow.namespaces`; empty for the document itself. */
  readonly field: string
  readonly line: number
  readonly message: string
}

/** A value with the lines of its parts. */
export interface FieldSource {
  readonly value: Json
  lineOf(path: YamlPath): number
}

export interface Range {
  readonly min: number
  readonly max: number
}

/**
 * Reads one mapping strictly: whatever is wrong becomes a problem in the list, and whatever was not asked for is
 * reported by `close`. `null` counts as absent. Messages never quote values, which may be secrets.
 */
export class Fields {
  readonly path: YamlPath
  readonly #source: FieldSource
  readonly #value: JsonObject
  readonly #problems: FieldProblem[]
  readonly #asked = new Set<string>()

  private constructor(source: FieldSource, path: YamlPath, value: JsonObject, problems: FieldProblem[]) {
    this.#source = source
    this.path = path
    this.#value = value
    this.#problems = problems
  }

  /** Undefined, and a problem, when the document is not a mapping. */
  static open(source: FieldSource, problems: FieldProblem[]): Fields | undefined {
    if (isJsonObject(source.value)) return new Fields(source, [], source.value, problems)
    problems.push({ kind: 'invalid', field: '', line: source.lineOf([]), message: 'must be a mapping' })
    return undefined
  }

  has(key: string): boolean {
    return this.#get(key) !== undefined
  }

  /** Accepts these keys whatever they hold. */
  accept(...keys: readonly string[]): void {
    for (const key of keys) this.#asked.add(key)
  }

  /** Refuses known keys that hold anything but their zero value (null, false, 0, empty); true if there was one. */
  refuse(message: string, ...keys: readonly string[]): boolean {
    const refused = keys.filter((key) => !isZero(this.#get(key) ?? null))
    for (const key of refused) this.problem(key, message, 'unsupported')
    return refused.length > 0
  }

  text(key: string): string | undefined {
    const value = this.#get(key)
    if (value === undefined || typeof value === 'string') return value
    this.problem(key, textAdvice(value))
    return undefined
  }

  /** Undefined also for the empty text. */
  nonEmptyText(key: string): string | undefined {
    return this.text(key) || undefined
  }

  /** Undefined when it is missing; the empty text is a problem. */
  optionalText(key: string): string | undefined {
    const text = this.text(key)
    if (text === '') this.problem(key, 'must not be empty; write it or leave it out')
    return text
  }

  /** The empty string when it is missing, empty or no text; each is a problem. */
  requiredText(key: string): string {
    const value = this.#get(key)
    const text = this.text(key)
    if (value === undefined || text === '') this.problem(key, 'is required')
    return text ?? ''
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.#get(key)
    if (typeof value === 'boolean') return value
    if (value !== undefined) this.problem(key, 'must be true or false')
    return fallback
  }

  integer(key: string, fallback: number, range: Range): number {
    return this.#number(key, fallback, range, Number.isSafeInteger, 'a whole number')
  }

  number(key: string, fallback: number, range: Range): number {
    return this.#number(key, fallback, range, Number.isFinite, 'a number')
  }

  oneOf<const Value extends string>(
    key: string,
    values: readonly [Value, ...Value[]],
    fallback?: Value,
  ): Value {
    const value = this.#get(key)
    const found = values.find((candidate) => candidate === value)
    if (found !== undefined) return found
    if (value !== undefined || fallback === undefined) this.problem(key, `must be ${values.join(' or ')}`)
    return fallback ?? values[0]
  }

  texts(key: string): readonly string[] {
    return this.#list(key).flatMap((value, index) => {
      if (typeof value === 'string') return [value]
      this.#problemAt([...this.path, key, index], textAdvice(value))
      return []
    })
  }

  textMap(key: string): { readonly [key: string]: string } | undefined {
    const inner = this.mapping(key)
    if (!inner) return undefined
    const entries = Object.keys(inner.#value).map((name) => [name, inner.text(name) ?? ''] as const)
    return Object.fromEntries(entries)
  }

  mapping(key: string, otherwise: string = 'must be a mapping'): Fields | undefined {
    const value = this.#get(key)
    return value === undefined ? undefined : this.#inner([...this.path, key], value, otherwise)
  }

  mappings(key: string, otherwise: string = 'must be a mapping'): readonly Fields[] {
    return this.#list(key).flatMap((value, index) => {
      return this.#inner([...this.path, key, index], value, otherwise) ?? []
    })
  }

  problem(key: string | undefined, message: string, kind: FieldProblem['kind'] = 'invalid'): void {
    this.#problemAt(key === undefined ? this.path : [...this.path, key], message, kind)
  }

  /** A problem with one entry of the list under a key. */
  problemInList(key: string, index: number, message: string, kind: FieldProblem['kind'] = 'invalid'): void {
    this.#problemAt([...this.path, key, index], message, kind)
  }

  /** Reports every key that nobody asked for. */
  close(): void {
    for (const key of Object.keys(this.#value)) {
      if (!this.#asked.has(key))
        this.problem(key, 'is not a known field; remove it or correct its name', 'unknown')
    }
  }

  #get(key: string): Json | undefined {
    this.#asked.add(key)
    return getOwn(this.#value, key) ?? undefined
  }

  #list(key: string): readonly Json[] {
    const value = this.#get(key)
    if (value === undefined) return []
    if (isList(value)) return value
    this.problem(key, 'must be a list')
    return []
  }

  #inner(path: YamlPath, value: Json, otherwise: string): Fields | undefined {
    if (isJsonObject(value)) return new Fields(this.#source, path, value, this.#problems)
    this.#problemAt(path, otherwise)
    return undefined
  }

  #number(
    key: string,
    fallback: number,
    { min, max }: Range,
    fits: (value: unknown) => boolean,
    what: string,
  ): number {
    const value = this.#get(key)
    if (value === undefined) return fallback
    if (typeof value === 'number' && fits(value) && value >= min && value <= max) return value
    this.problem(key, `must be ${what} from ${min} to ${max}`)
    return fallback
  }

  #problemAt(path: YamlPath, message: string, kind: FieldProblem['kind'] = 'invalid'): void {
    this.#problems.push({ kind, field: formatPath(path), line: this.#source.lineOf(path), message })
  }
}

const plainKey = /^[A-Za-z_][\w-]*$/

/** `roots[0].allow`; keys that would not read well are quoted: `annotations["a.b/c"]`. */
export function formatPath(path: YamlPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    if (!plainKey.test(step)) return `${text}[${JSON.stringify(step)}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

function isZero(value: Json): boolean {
  if (isList(value)) return value.length === 0
  if (isJsonObject(value)) return Object.values(value).every(isZero)
  return value === null || value === false || value === 0 || value === ''
}

function textAdvice(value: Json): string {
  const scalar = typeof value === 'number' || typeof value === 'boolean'
  return scalar ? 'must be text; put it in quotes' : 'must be text'
}
