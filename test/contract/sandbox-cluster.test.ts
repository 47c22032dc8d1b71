import { openSandboxCluster, type SandboxCluster } from '../support/sandbox-cluster.ts'
import { clusterContract } from './cluster.ts'
import type { ClusterUnderTest, RawRequest } from './cluster-case.ts'
import { rawAnswer, rawRequest } from './raw-request.ts'

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
    ask: (path, accept) => send(sandbox, { method: 'GET', path, accept }),
    send: (request) => send(sandbox, request),
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

async function send({ server }: SandboxCluster, request: RawRequest): ReturnType<ClusterUnderTest['send']> {
  return rawAnswer(await server.fetch(rawRequest('https://sandbox.test', 'admin-token', request)))
}
