import { openSandboxCluster } from '../support/sandbox-cluster.ts'
import { clusterContract } from './cluster.ts'

clusterContract('sandbox', async () => {
  let requests = 0
  const { cluster, open } = openSandboxCluster({
    isLively: true,
    onRequest: () => {
      requests += 1
    },
  })
  return {
    cluster,
    limited: open('limited'),
    requests: () => requests,
    close: async () => {},
  }
})
