import type { JsonObject } from '../../kube/json.ts'
import { type Kernel, storedKey, suppliesOf, timeText } from './kernel.ts'
import { tableOf } from './kinds/resource-kind.ts'
import type { KubeObject } from './object.ts'
import { strategyOf } from './strategy/strategies.ts'

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
  const metadata = {
    ...object.metadata,
    uid: kernel.newUid(),
    creationTimestamp: timeText(kernel.now()),
  }
  const read = kind.codec.read({ ...object, metadata }).object
  const prepared = strategyOf(tableOf(kind)).prepareCreate?.(read, suppliesOf(kernel)) ?? read
  const { name = '', namespace = '' } = object.metadata
  kernel.store.put(storedKey(kind, String(namespace), String(name)), prepared as KubeObject)
}
