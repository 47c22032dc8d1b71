// The whole of the library is ten times as much, which every command would load for these three.
import {
  type Cluster,
  type Context,
  newClusters,
  newContexts,
  newUsers,
  type User,
} from '@kubernetes/client-node/dist/config_types.js'
import { getOwn, isJsonObject } from '../../src/kube/json.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

export interface Kubeconfig {
  readonly clusters: readonly Cluster[]
  readonly users: readonly User[]
  readonly contexts: readonly Context[]
  /** Empty for none. */
  readonly currentContext: string
}

/** Undefined for a text that is no kubeconfig. */
export function parseKubeconfig(text: string): Kubeconfig | undefined {
  try {
    const { value } = parseYamlValue(text)
    if (!isJsonObject(value)) return undefined
    const current = getOwn(value, 'current-context')
    return {
      clusters: newClusters(getOwn(value, 'clusters')),
      users: newUsers(getOwn(value, 'users')),
      contexts: newContexts(getOwn(value, 'contexts')),
      currentContext: typeof current === 'string' ? current : '',
    }
  } catch {
    return undefined
  }
}
