import { KubeConfig } from '@kubernetes/client-node'

/** Undefined for a text that is no kubeconfig. */
export function parseKubeconfig(text: string): KubeConfig | undefined {
  try {
    const config = new KubeConfig()
    config.loadFromString(text)
    return config
  } catch {
    return undefined
  }
}
