import { inject } from 'vitest'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import { clusterContract } from '../contract/cluster.ts'
import { at, type ClusterUnderTest } from '../contract/cluster-case.ts'
import { until } from './processes.ts'
import { realCluster } from './real-cluster.ts'

clusterContract('kube-apiserver', async (): Promise<ClusterUnderTest> => {
  const address = inject('controlPlane')
  let requests = 0
  const cluster = realCluster(address, address.tokens.admin, () => {
    requests += 1
  })
  return {
    cluster,
    limited: realCluster(address, address.tokens.limited),
    stranger: realCluster(address, 'unknown-token'),
    requests: () => requests,
    eventually: (claim) => until('the claim of the case', claim),
    expireLists: () => expireLists(cluster, address.etcd),
    close: async () => {},
  }
})

/**
 * Does what the API server does to etcd every five minutes, and waits until its cache of lists has noticed, which looks
 * every 15 seconds.
 */
async function expireLists(cluster: Cluster, etcd: string): Promise<void> {
  const list = { verb: 'list', group: '', version: 'v1', resource: 'configmaps' } as const
  const token = at(await cluster.send({ ...list, options: { limit: 1 } }), 'metadata', 'continue')
  if (typeof token !== 'string') throw new Error('there is no second page')
  const { header } = await askEtcd(etcd, 'kv/put', { key: btoa('padding'), value: btoa('x') })
  const { revision } = header
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
