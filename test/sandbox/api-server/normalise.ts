import { isJsonObject, isList, type Json, type JsonObject } from '../../../src/kube/json.ts'
import type { Answer } from './exchange.ts'

/**
 * Answers made comparable between two servers: what a server makes up (uids, revisions, times, addresses, random
 * names) is replaced by the order in which it first appeared, so equal values stay equal and different ones different.
 */
export function normalise(answers: readonly Answer[]): readonly Answer[] {
  const names = new Names()
  for (const answer of answers) names.learn(answer.body)
  return answers.map((answer) => ({ ...answer, body: names.replace(answer.body) }))
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const time = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g
const address = /\b10\.0\.0\.\d+\b/g

/** What a text quotes from the insides of the real server (Go values, diffs of them, its parsers) is left out. */
function withoutParserTalk(text: string): string {
  return text
    .replace(/Invalid value: (\{.*"(Volumes|containers)":.*\}|"\{.*\}"): /s, 'Invalid value: <value>: ')
    .replace(/, got (&value\S+|&\{.*\}|[a-z]+)$/gm, ', got <value>')
    .replace(/(cannot be handled as a \w+: )(converting|no kind|it is).*/s, '$1<why>')
    .replace(/\n@@.*/s, '')
    .replace(/(in record) \(\d+\)/, '$1 (<revision>)')
    .replace(/((?:converting YAML to JSON: yaml|json parse error|key is not valid): ).*/s, '$1<parser>')
    .replace(/^line \d+: key/, 'line <n>: key')
}

class Names {
  readonly #known = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #generated: [string, string][] = []

  learn(value: Json): void {
    if (isList<Json, Json>(value)) for (const item of value) this.learn(item)
    else if (isJsonObject(value)) {
      const { name, generateName } = value
      if (typeof name === 'string' && typeof generateName === 'string' && name.startsWith(generateName)) {
        this.#generated.push([name, this.#nameOf('generated', name)])
      }
      for (const item of Object.values(value)) this.learn(item)
    }
  }

  replace(value: Json, key = ''): Json {
    if (isList<Json, Json>(value)) {
      const items = value.map((item) => this.replace(item))
      if (key === 'causes') return distinct(items)
      return key === 'managedFields' ? items.toSorted(byManager) : items
    }
    if (isJsonObject(value) && value.kind === 'Status') return this.#status(value)
    if (isJsonObject(value)) {
      return Object.fromEntries(
        Object.entries(withoutListRevision(value)).map(([key, item]) => [
          this.#text(key),
          this.replace(item, key),
        ]),
      )
    }
    if (typeof value === 'number')
      return /nodePort/i.test(key) && value >= 30000 ? this.#nameOf('port', `${value}`) : value
    if (typeof value !== 'string') return value
    if (key === 'resourceVersion' && value !== '') return this.#nameOf('revision', value)
    if (key === 'continue' && value !== '') return '<continue>'
    return this.#text(value)
  }

  /** Several causes come in any order; the message repeats them. */
  #status(status: JsonObject): Json {
    const { kind: _, message, ...rest } = status
    const details = this.replace(rest)
    const isLong = typeof message === 'string' && /is invalid: \[|with \d+ conflicts: /.test(message)
    const shown = isLong ? message.replace(/(is invalid: |with \d+ conflicts: ).*/s, '$1<causes>') : message
    return isJsonObject(details)
      ? { ...details, kind: 'Status', message: this.replace(shown ?? '') }
      : details
  }

  #text(text: string): string {
    let out = text
    for (const [name, replacement] of this.#generated) out = out.replaceAll(name, replacement)
    return withoutParserTalk(out)
      .replace(uid, (found) => this.#nameOf('uid', found))
      .replace(address, (found) => this.#nameOf('address', found))
      .replace(time, '<time>')
  }

  #nameOf(kind: string, value: string): string {
    const known = this.#known.get(`${kind} ${value}`)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `<${kind} ${count}>`
    this.#known.set(`${kind} ${value}`, name)
    return name
  }
}

/** Lists are as of the newest write of the whole server, which writes for itself too. */
function withoutListRevision(value: JsonObject): JsonObject {
  const { kind, metadata } = value
  if (typeof kind !== 'string' || !kind.endsWith('List') || !isJsonObject(metadata)) return value
  return { ...value, metadata: { ...metadata, resourceVersion: '' } }
}

/** Entries of one operation come by their times, which differ by how long a conversation took. */
function byManager(a: Json, b: Json): number {
  const name = (entry: Json) =>
    isJsonObject(entry)
      ? [entry.operation, entry.manager, entry.subresource]
          .map((part) => (typeof part === 'string' ? part : ''))
          .join(' ')
      : ''
  return name(a) < name(b) ? -1 : 1
}

function distinct(causes: readonly Json[]): readonly Json[] {
  return [...new Set(causes.map((cause) => JSON.stringify(cause)))]
    .toSorted()
    .map((text): Json => JSON.parse(text))
}
