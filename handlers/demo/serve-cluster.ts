import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxApiServer } from '../../src/sandbox/api-server/server.ts'
import { type Listening, listen } from '../node-only/listen.ts'

export interface ServedCluster extends Listening {
  /** For `kubectl --kubeconfig`; gone when the server is closed. */
  readonly kubeconfig: string
}

/**
 * Serves a sandbox on loopback, with a kubeconfig for a person. kubectl sends no token over plain HTTP, so who asks
 * without one is that person.
 */
export async function serveCluster(cluster: SandboxApiServer, personToken: string): Promise<ServedCluster> {
  const fetch = (request: Request) => cluster.fetch(withToken(request, personToken))
  const listening = await listen({ fetch, hostname: '127.0.0.1', port: 0 })
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-demo-'))
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, JSON.stringify(config(listening.url), null, 2))
  return {
    url: listening.url,
    kubeconfig,
    async close() {
      await listening.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function withToken(request: Request, token: string): Request {
  if (request.headers.has('authorization')) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${token}`)
  return new Request(request, { headers })
}

function config(server: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'sandbox', cluster: { server } }],
    users: [{ name: 'person', user: {} }],
    contexts: [{ name: 'sandbox', context: { cluster: 'sandbox', user: 'person', namespace: 'shop' } }],
    'current-context': 'sandbox',
  }
}
