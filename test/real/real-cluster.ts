import { readFileSync } from 'node:fs'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import type { ClusterUnderTest } from '../contract/cluster.ts'
import type { ControlPlaneAddress, UserName } from './control-plane.ts'

/** The real API server through our adapter, as several users. */
export function openRealCluster(address: ControlPlaneAddress): ClusterUnderTest {
  let requests = 0
  const fetch = nodeFetchWithCa(() => ({ ca: readFileSync(address.caPath, 'utf8') }))

  function as(user: UserName): Cluster {
    return createApiServer({
      name: 'real',
      baseUrl: address.server,
      fetch,
      credentials: async () => ({ authorization: `Bearer ${address.tokens[user]}` }),
      mask: maskerOf(new Uint8Array(32).fill(1)),
      now: () => performance.now(),
      sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      random: Math.random,
      onRequest: () => {
        requests += 1
      },
    })
  }

  return { cluster: as('admin'), limited: as('limited'), requests: () => requests, close: async () => {} }
}
