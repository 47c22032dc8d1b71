import { tableOf } from '../kinds/resource-kind.ts'
import type { KubeObject } from '../object.ts'
import { type ControllerClient, isDeleting } from './client.ts'

const table = '/namespaces'

/** Namespaces get what every namespace has; those that are being deleted lose everything and then go. */
export function tendNamespaces(client: ControllerClient): void {
  for (const namespace of client.list(table)) {
    if (isDeleting(namespace)) empty(client, namespace)
    else furnish(client, namespace.metadata.name)
  }
}

function furnish(client: ControllerClient, namespace: string): void {
  if (client.get('/configmaps', namespace, 'kube-root-ca.crt') === undefined) {
    const metadata = {
      name: 'kube-root-ca.crt',
      annotations: {
        'kubernetes.io/description':
          'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.',
      },
    }
    client.create('/configmaps', namespace, { metadata, data: { 'ca.crt': 'sandbox' } })
  }
  if (client.get('/serviceaccounts', namespace, 'default') === undefined) {
    client.create('/serviceaccounts', namespace, { metadata: { name: 'default' } })
  }
}

function empty(client: ControllerClient, namespace: KubeObject): void {
  const { name } = namespace.metadata
  const { kinds, store } = client.kernel
  const tables = [...new Set(kinds.all.filter((kind) => kind.namespaced).map(tableOf))]
  let left = 0
  for (const one of tables) {
    for (const object of store.list(one, name)) {
      left += 1
      if (!isDeleting(object)) client.delete(one, object, { gracePeriodSeconds: 0 })
    }
  }
  if (left === 0 && (namespace.metadata.finalizers ?? []).length === 0) {
    store.remove({ table, namespace: '', name })
  }
}
