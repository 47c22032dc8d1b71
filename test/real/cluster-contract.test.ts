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
    expireLists: async () => {},
    close: async () => {},
  }
})
