import { inject } from 'vitest'
import { clusterContract } from '../contract/cluster.ts'
import type { ClusterUnderTest } from '../contract/cluster-case.ts'
import { until } from './processes.ts'
import { realCluster } from './real-cluster.ts'

clusterContract('kube-apiserver', async (): Promise<ClusterUnderTest> => {
  const address = inject('controlPlane')
  let requests = 0
  return {
    cluster: realCluster(address, address.tokens.admin, () => {
      requests += 1
    }),
    limited: realCluster(address, address.tokens.limited),
    stranger: realCluster(address, 'unknown-token'),
    requests: () => requests,
    eventually: (claim) => until('the claim of the case', claim),
    expireLists: () => compact(address.etcd),
    close: async () => {},
  }
})

/** Makes etcd forget its history, which it does by itself every five minutes. */
async function compact(etcd: string): Promise<void> {
  const ask = async (path: string, body: object) =>
    (await fetch(`${etcd}/v3/${path}`, { method: 'POST', body: JSON.stringify(body) })).json()
  const { header } = await ask('maintenance/status', {})
  await ask('kv/compaction', { revision: header.revision })
}
