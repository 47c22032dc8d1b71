import type { Cluster } from '../cluster/cluster.ts'
import { preferredResource, type ResourceType, resourceOf } from '../cluster/discovery.ts'
import type { Manifest } from '../kube/manifest.ts'
import { groupOf, type ObjectKey, versionOf } from '../kube/object-key.ts'

/** The kinds of one cluster during one call; an unknown one makes it ask the server anew, once per round. */
export class ServedKinds {
  readonly #cluster: Cluster
  #mayAskAnew = true

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  newRound(): void {
    this.#mayAskAnew = true
  }

  /** In exactly the manifest's version. */
  async typeOf({ apiVersion, kind }: Manifest): Promise<ResourceType | undefined> {
    const find = async (freshness: 'cached' | 'fresh') =>
      resourceOf(await this.#cluster.discovery(freshness), groupOf(apiVersion), versionOf(apiVersion), kind)
    const known = await find('cached')
    if (known !== undefined || !this.#mayAskAnew) return known
    this.#mayAskAnew = false
    return find('fresh')
  }

  /** In the version that the server prefers. */
  async preferred({ group, kind }: ObjectKey): Promise<ResourceType | undefined> {
    return preferredResource(await this.#cluster.discovery('cached'), group, kind)
  }
}
