import { readFileSync } from 'node:fs'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { ObservedRequest } from '../../src/cluster/api-server/exchange.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { at, type ClusterUnderTest, type RawRequest } from '../contract/cluster-case.ts'
import { rawAnswer, rawRequest } from '../contract/raw-request.ts'
import type { ControlPlaneAddress } from './control-plane.ts'
import { until } from './processes.ts'

/** The real API server through the product's own adapter. */
export function realCluster(
  address: ControlPlaneAddress,
  token: string = address.tokens.admin,
  onRequest: (request: ObservedRequest) => void = () => {},
): Cluster {
  const ca = readFileSync(address.caPath, 'utf8')
  return createApiServer({
    name: 'real',
    baseUrl: address.server,
    fetch: nodeFetchWithCa(() => ({ ca })),
    credentials: async () => ({ authorization: `Bearer ${token}` }),
    mask: maskerOf(new Uint8Array(32)),
    now: () => performance.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: Math.random,
    onRequest,
  })
}

/** The real API server as the contract wants it. */
export function openRealCluster(address: ControlPlaneAddress): ClusterUnderTest {
  let requests = 0
  const cluster = realCluster(address, address.tokens.admin, () => {
    requests += 1
  })
  return {
    cluster,
    limited: realCluster(address, address.tokens.limited),
    stranger: realCluster(address, 'unknown-token'),
    ask: (path, accept) => send(address, { method: 'GET', path, accept }),
    send: (request) => send(address, request),
    requests: () => requests,
    eventually: (claim) => until('the claim of the case', claim),
    expireLists: () => expireLists(cluster, address.etcd),
    close: async () => {},
  }
}

async function send(address: ControlPlaneAddress, request: RawRequest): ReturnType<ClusterUnderTest['send']> {
  const ca = readFileSync(address.caPath, 'utf8')
  const raw = rawRequest(address.server, address.tokens.admin, request)
  return rawAnswer(await nodeFetchWithCa(() => ({ ca }))(raw))
}

/**
 * Does what the API server does to etcd every five minutes, and waits until its cache of lists has noticed, which looks
 * every 15 seconds.
 */
async function expireLists(cluster: Cluster, etcd: string): Promise<void> {
  const list = { verb: 'list', group: '', version: 'v1', resource: 'configmaps' } as const
  const token = at(await cluster.send({ ...list, options: { limit: 1 } }), 'metadata', 'continue')
  if (typeof token !== 'string') throw new Error('there is no second page')
  const { revision } = (await askEtcd(etcd, 'kv/put', { key: btoa('padding'), value: btoa('x') })).header
  await askEtcd(etcd, 'kv/put', { key: btoa('compact_rev_key'), value: btoa(revision) })
  await askEtcd(etcd, 'kv/compaction', { revision })
  await until('old lists have expired', async () =>
    cluster.send({ ...list, options: { limit: 1, continue: token } }).then(
      () => false,
      (error: unknown) => error instanceof ClusterError && error.code === 'expired',
    ),
  )
}

async function askEtcd(
  etcd: string,
  path: string,
  body: object,
): Promise<{ readonly header: { readonly revision: string } }> {
  const response = await fetch(`${etcd}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return response.json()
}
