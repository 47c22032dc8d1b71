import { openSandboxCluster } from '../support/sandbox-cluster.ts'
import { clusterContract } from './cluster.ts'

const mostSeconds = 60

clusterContract('sandbox', async () => {
  let requests = 0
  const sandbox = openSandboxCluster({
    isLively: true,
    onRequest: () => {
      requests += 1
    },
  })
  return {
    cluster: sandbox.cluster,
    limited: sandbox.open('limited'),
    stranger: sandbox.open('stranger'),
    ask: async (path, accept) => {
      const headers = { accept, authorization: 'Bearer admin-token' }
      const response = await sandbox.server.fetch(new Request(`https://sandbox.test${path}`, { headers }))
      return { status: response.status, body: await response.json() }
    },
    requests: () => requests,
    eventually: async (claim) => {
      for (let seconds = 0; !(await claim()); seconds += 1) {
        if (seconds > mostSeconds) throw new Error(`it did not come about in ${mostSeconds} seconds`)
        sandbox.clock.advance(1000)
      }
    },
    expireLists: async () => sandbox.clock.advance(600_000),
    close: async () => {},
  }
})
