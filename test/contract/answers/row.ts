import { expect } from 'vitest'
import type { Json, JsonObject } from '../../../src/kube/json.ts'
import type { CaseContext, ClusterCase } from '../cluster-case.ts'

/** One request as raw as a client can make it. `NS` in it stands for the namespace of the case. */
export interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: Json
  readonly type?: string
  readonly accept?: string
  /** It is asked again until it is answered with this status. */
  readonly until?: number
}

/** What the last of some requests is answered with. */
export interface AnswerRow {
  readonly fact: string
  readonly given?: readonly Ask[]
  readonly ask: Ask
  readonly status: number
  /** Part of the answer; a text is looked for in the message. */
  readonly answer?: string | Readonly<Record<string, unknown>>
}

export function casesOf(rows: readonly AnswerRow[]): readonly ClusterCase[] {
  return rows.map(({ fact, given = [], ask, status, answer }) => ({
    fact,
    run: async (it) => {
      for (const request of given) await send(it, request)

      const received = await send(it, ask)

      const body = answer === undefined ? {} : { body: bodyOf(answer) }
      expect(unplaced(received, it)).toMatchObject({ status, ...body })
    },
  }))
}

function unplaced(received: unknown, { namespace }: CaseContext): unknown {
  return JSON.parse(JSON.stringify(received).replaceAll(namespace, 'NS'))
}

function bodyOf(answer: NonNullable<AnswerRow['answer']>): unknown {
  return typeof answer === 'string' ? { message: expect.stringContaining(answer) } : answer
}

async function send(
  { under, namespace }: CaseContext,
  { until, ...rest }: Ask,
): ReturnType<typeof under.send> {
  const request: Ask = JSON.parse(JSON.stringify(rest).replaceAll('NS', namespace))
  if (until !== undefined) await under.eventually(async () => (await under.send(request)).status === until)
  return under.send(request)
}

export function get(path: string, accept?: string): Ask {
  return { method: 'GET', path, ...(accept === undefined ? {} : { accept }) }
}

export function post(path: string, body: Json): Ask {
  return { method: 'POST', path, body }
}

export function put(path: string, body: Json): Ask {
  return { method: 'PUT', path, body }
}

export function remove(path: string, body: Json = {}): Ask {
  return { method: 'DELETE', path, body }
}

export function apply(path: string, body: Json, by: string = 'us', query: string = ''): Ask {
  const type = 'application/apply-patch+yaml'
  return { method: 'PATCH', path: `${path}?fieldManager=${by}${query}`, body, type }
}

export function merge(path: string, body: Json): Ask {
  return { method: 'PATCH', path, body, type: 'application/merge-patch+json' }
}

export function strategic(path: string, body: Json): Ask {
  return { method: 'PATCH', path, body, type: 'application/strategic-merge-patch+json' }
}

export function jsonPatch(path: string, ...body: readonly JsonObject[]): Ask {
  return { method: 'PATCH', path, body, type: 'application/json-patch+json' }
}

export const core = '/api/v1/namespaces/NS'
export const configMaps: string = `${core}/configmaps`
export const services: string = `${core}/services`
export const secrets: string = `${core}/secrets`
export const podTemplates: string = `${core}/podtemplates`
export const accounts: string = `${core}/serviceaccounts`
export const deployments = '/apis/apps/v1/namespaces/NS/deployments'

export function configMap(rest: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata }, ...rest }
}

export function service(spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a' },
    spec: { ports: [{ port: 80 }], ...spec },
  }
}

export function podTemplate(spec: JsonObject = {}, container: JsonObject = {}): JsonObject {
  const containers = [{ name: 'web', image: 'example.test/web:1', ...container }]
  const template = { metadata: { labels: { app: 'a' } }, spec: { containers, ...spec } }
  return { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'a' }, template }
}

export function cause(field: string, reason: string): Readonly<Record<string, unknown>> {
  return {
    reason: 'Invalid',
    details: { causes: expect.arrayContaining([expect.objectContaining({ field, reason })]) },
  }
}

/** An object that has no such key. */
export function without(key: string): Readonly<Record<string, unknown>> {
  return expect.not.objectContaining({ [key]: expect.anything() })
}
