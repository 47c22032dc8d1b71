import type { JsonObject } from '../../kube/json.ts'
import type { Kernel } from './kernel.ts'
import { textAt } from './object.ts'
import { createRead } from './write/create.ts'
import { systemRequest } from './write/system-request.ts'

const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system']

/** What a new cluster has before anybody asks: its namespaces and the service of the API server. */
export function bootstrap(kernel: Kernel): void {
  for (const name of namespaces) make(kernel, '/namespaces', { metadata: { name } })
  make(kernel, '/services', {
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: { clusterIP: '10.0.0.1', ports: [{ name: 'https', port: 443, targetPort: 6443 }] },
  })
}

function make(kernel: Kernel, table: string, object: { readonly metadata: JsonObject } & JsonObject): void {
  const kind = kernel.kinds.ofTable(table)
  if (kind === undefined) return
  const namespace = textAt(object, 'metadata', 'namespace')
  createRead(systemRequest(kernel, kind, { namespace }, 'kube-apiserver'), kind.codec.read(object).object)
}
