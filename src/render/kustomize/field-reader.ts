import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { YamlDocument, YamlPath } from '../../kube/yaml-document.ts'
import { formatProblem, type Place, type RenderErrorCode, type RenderProblem } from '../render-error.ts'
import type { PlacedText, TextMap } from './kustomization.ts'

/** A value of the document. Only an item of a list is null, and reads as empty. */
export interface Field {
  readonly value: Json
  readonly path: YamlPath
}

export type FieldMap = ReadonlyMap<string, Field>

/** Takes the values of a document apart and collects what is wrong with them; what is wrong reads as missing. */
export class FieldReader {
  readonly problems: RenderProblem[] = []
  readonly #document: YamlDocument
  readonly #file: string
  readonly #isLenient: boolean
  /** The fields of each mapping that nothing has asked for yet, by the mapping's place. */
  readonly #unread = new Map<string, Map<string, YamlPath>>()

  /** `lenient` passes over unknown fields and takes numbers and booleans for text, as kustomize reads plugin configs. */
  constructor(document: YamlDocument, file: string, mode: 'strict' | 'lenient' = 'strict') {
    this.#document = document
    this.#file = file
    this.#isLenient = mode === 'lenient'
  }

  place(path: YamlPath): Place {
    const field = formatPath(path)
    const line = this.#document.lineOf(path)
    return field === '' ? { file: this.#file, line } : { file: this.#file, line, field }
  }

  problem(path: YamlPath, message: string, code: RenderErrorCode = 'invalid'): void {
    this.problems.push({ code, ...this.place(path), message })
  }

  /** The fields of a mapping under their known names, whatever the case they are written in. */
  fields(field: Field | undefined, known: readonly string[]): FieldMap {
    const result = new Map<string, Field>()
    const map = this.#map(field)
    if (this.#isLenient) this.#read(map ?? {}, field?.path ?? [], known)
    for (const [key, value] of Object.entries(map ?? {})) {
      const path = [...(field?.path ?? []), key]
      const name = known.find((candidate) => candidate.toLowerCase() === key.toLowerCase())
      if (name === undefined && !this.#isLenient) this.#unknown(path, key, known)
      if (name !== undefined && value !== null) result.set(name, { value, path })
    }
    return result
  }

  /** What a lenient reading has passed over, one line each. */
  get passedOver(): readonly string[] {
    return [...this.#unread.values()].flatMap((fields) =>
      [...fields].map(([key, path]) =>
        formatProblem({
          code: 'invalid',
          ...this.place(path),
          message: `unknown field "${key}", which does nothing`,
        }),
      ),
    )
  }

  #read(map: JsonObject, path: YamlPath, known: readonly string[]): void {
    const place = formatPath(path)
    const unread = this.#unread.get(place) ?? new Map(Object.keys(map).map((key) => [key, [...path, key]]))
    const names = new Set(known.map((name) => name.toLowerCase()))
    for (const key of unread.keys()) if (names.has(key.toLowerCase())) unread.delete(key)
    this.#unread.set(place, unread)
  }

  items(field: Field | undefined): readonly Field[] {
    if (field === undefined) return []
    if (!isList(field.value)) {
      this.problem(field.path, 'must be a list')
      return []
    }
    return field.value.map((value, index) => ({ value, path: [...field.path, index] }))
  }

  text(field: Field | undefined): string {
    if (field === undefined || field.value === null) return ''
    if (typeof field.value === 'string') return field.value
    if (this.#isLenient && typeof field.value !== 'object') return String(field.value)
    this.problem(field.path, this.#notText(field))
    return ''
  }

  texts(field: Field | undefined): readonly PlacedText[] {
    return this.items(field).map((item) => ({ text: this.text(item), place: this.place(item.path) }))
  }

  textMap(field: Field | undefined): TextMap {
    return Object.fromEntries([...this.placedTexts(field)].map(([key, { text }]) => [key, text]))
  }

  /** The values of a mapping from any key to text. */
  placedTexts(field: Field | undefined): ReadonlyMap<string, PlacedText> {
    const entries = Object.entries(this.#map(field) ?? {})
    const texts = entries.map(([key, value]): [string, PlacedText] => {
      const path = [...(field?.path ?? []), key]
      return [key, { text: value === null ? '' : this.text({ value, path }), place: this.place(path) }]
    })
    return new Map(texts)
  }

  flag(field: Field | undefined): boolean {
    if (field === undefined || typeof field.value === 'boolean') return field?.value === true
    this.problem(field.path, 'must be true or false, without quotes')
    return false
  }

  integer(field: Field | undefined): number | undefined {
    if (field === undefined) return undefined
    if (Number.isSafeInteger(field.value)) return Number(field.value)
    const isLarge = Number.isInteger(field.value)
    this.problem(field.path, isLarge ? 'is too large a number' : 'must be a whole number, without quotes')
    return undefined
  }

  #map(field: Field | undefined): JsonObject | undefined {
    if (field === undefined || field.value === null) return undefined
    if (isJsonObject(field.value)) return field.value
    this.problem(field.path, 'must be a mapping')
    return undefined
  }

  #unknown(path: YamlPath, key: string, known: readonly string[]): void {
    const near = known.find((name) => isNear(name.toLowerCase(), key.toLowerCase()))
    const advice = near === undefined ? 'remove it' : `did you mean "${near}"?`
    this.problem(path, `json: unknown field "${key}"; ${advice}`)
  }

  #notText({ value, path }: Field): string {
    const kind = isList(value) ? 'a list' : typeof value === 'object' ? 'a mapping' : `a ${typeof value}`
    const source = this.#document.sourceOf(path)
    if (source === undefined) return `must be text, not ${kind}`
    return `must be text, but ${source} without quotes is ${kind}; write "${source}"`
  }
}

/** One letter more, less or different. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
}

/** `patches[0].target.name` */
export function formatPath(path: YamlPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
