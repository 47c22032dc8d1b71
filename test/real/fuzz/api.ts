import { readFileSync } from 'node:fs'
import { nodeFetchWithCa } from '../../../handlers/node-only/node-fetch-with-ca.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../src/kube/json.ts'
import { createSandboxApiServer } from '../../../src/sandbox/api-server/server.ts'
import { sandboxUsers, seededRandom } from '../../support/sandbox-cluster.ts'
import type { ControlPlaneAddress } from '../control-plane.ts'

/** One request to an API server, as raw as a client can make it. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its query. */
  readonly path: string
  readonly contentType?: string
  readonly body?: Json
}

export interface ApiAnswer {
  readonly status: number
  readonly body: JsonObject
}

export type Api = (request: ApiRequest) => Promise<ApiAnswer>

export function realApi(address: ControlPlaneAddress): Api {
  const ca = readFileSync(address.caPath, 'utf8')
  return apiOver(
    address.server,
    address.tokens.admin,
    nodeFetchWithCa(() => ({ ca })),
  )
}

/** A sandbox API server without controllers, and with a clock that stands still. */
export function sandboxApi(): Api {
  const now = Date.parse('2026-01-05T08:00:00Z')
  const server = createSandboxApiServer({ now: () => now, random: seededRandom(1), users: sandboxUsers })
  return apiOver('https://sandbox.test', 'admin-token', (request) => server.fetch(request))
}

function apiOver(server: string, token: string, fetch: (request: Request) => Promise<Response>): Api {
  return async ({ method, path, contentType = 'application/json', body }) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': contentType,
    }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(new Request(server + path, { method, headers, ...text }))
    return { status: response.status, body: parsed(await response.text()) }
  }
}

function parsed(text: string): JsonObject {
  try {
    const body: Json = JSON.parse(text)
    return isJsonObject(body) ? body : { body }
  } catch {
    return { text }
  }
}
