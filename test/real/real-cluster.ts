import { readFileSync } from 'node:fs'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { ObservedRequest } from '../../src/cluster/api-server/exchange.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { Masked } from '../../src/kube/masked.ts'
import type { ControlPlaneAddress } from './control-plane.ts'

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
    mask: (value) => new Masked(value),
    now: () => performance.now(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: Math.random,
    onRequest,
  })
}
