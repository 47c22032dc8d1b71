import type { Json, JsonObject } from '../../../src/kube/json.ts'
import { isJsonObject, isList } from '../../../src/kube/json.ts'
import { parseYamlValue } from '../../../src/kube/yaml.ts'

/** One request of a recorded conversation. Strings may name earlier answers: `${web.metadata.uid}`. */
export interface Step {
  /** Method and path: `GET /api/v1/namespaces`; or `FORGET`: the server drops its history, as it does in time. */
  readonly do: string
  /** The user whose token is sent; `admin` unless said, `nobody` sends none. */
  readonly as?: string
  /** A short word for the content type of a patch, or a content type. */
  readonly type?: string
  readonly accept?: string
  readonly body?: Json
  /** A body that is no JSON. */
  readonly text?: string
  /** Asks again until the answer has this status: what the server learns a moment later. */
  readonly until?: number
  /** The name under which later steps find this answer. */
  readonly save?: string
  /** Only these properties of the body are kept: what else is there differs by what is installed. */
  readonly keep?: readonly string[]
}

export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly warning?: string
  readonly body: Json
}

const words: Readonly<Record<string, string>> = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  metadata: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
  discovery: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
}

export function readSteps(text: string, file: string): readonly Step[] {
  const { value } = parseYamlValue(text, { file })
  if (!isList<Json, Json>(value)) throw new Error(`${file}: a list of steps is expected`)
  // The files are the project's own; a wrong word in them fails the test that uses them.
  return value as unknown as readonly Step[]
}

export interface Partner {
  readonly server: string
  fetch(request: Request): Promise<Response>
  forget(): Promise<void>
}

/** Sends the steps one after the other; what comes back is not yet comparable between servers. */
export async function runSteps(steps: readonly Step[], partner: Partner): Promise<readonly Answer[]> {
  const saved: Record<string, Json> = {}
  const answers: Answer[] = []
  for (const step of steps) {
    if (step.do === 'FORGET') {
      await partner.forget()
      continue
    }
    const answer = await converse(step, saved, partner)
    if (step.save !== undefined) saved[step.save] = answer.body
    answers.push(answer)
  }
  return answers
}

async function converse(step: Step, saved: JsonObject, partner: Partner): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await readAnswer(await partner.fetch(requestOf(step, saved, partner.server)))
    if (step.until === undefined || answer.status === step.until || attempt === 100) {
      return step.keep === undefined ? answer : { ...answer, body: pick(answer.body, step.keep) }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function pick(body: Json, paths: readonly string[]): Json {
  return Object.fromEntries(paths.map((path) => [path, at(body, path.split('.')) ?? null]))
}

function requestOf(step: Step, saved: JsonObject, server: string): Request {
  const [method = '', path = ''] = fill(step.do, saved).split(/ (.*)/s)
  const user = step.as ?? 'admin'
  const headers = new Headers({ 'user-agent': 'recorder/1', accept: wordOf(step.accept, 'application/json') })
  if (user !== 'nobody') headers.set('authorization', `Bearer ${user}-token`)
  const body = step.text ?? (step.body === undefined ? undefined : JSON.stringify(fillAll(step.body, saved)))
  if (body !== undefined) headers.set('content-type', wordOf(step.type, 'application/json'))
  return new Request(server + path, { method, headers, ...(body === undefined ? {} : { body }) })
}

function wordOf(word: string | undefined, fallback: string): string {
  return word === undefined ? fallback : (words[word] ?? word)
}

function fillAll(value: Json, saved: JsonObject): Json {
  if (typeof value === 'string') return fill(value, saved)
  if (isList<Json, Json>(value)) return value.map((item) => fillAll(item, saved))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillAll(item, saved)]))
}

function fill(text: string, saved: JsonObject): string {
  return text.replace(/\$\{([^}]+)\}/g, (_, path: string) => {
    const found = at(saved, path.split('.'))
    if (typeof found !== 'string' && typeof found !== 'number') throw new Error(`nothing saved at ${path}`)
    return String(found)
  })
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  const [key, ...rest] = path
  if (key === undefined || value === undefined) return value
  if (isList<Json, Json>(value)) return at(value[Number(key)], rest)
  return isJsonObject(value) ? at(value[key], rest) : undefined
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const warning = response.headers.get('warning')
  const body: Json = contentType.startsWith('application/json') ? JSON.parse(text) : text
  return { status: response.status, contentType, ...(warning === null ? {} : { warning }), body }
}
