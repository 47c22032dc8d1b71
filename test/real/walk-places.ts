import type { LiveObject } from '../../src/kube/manifest.ts'
import { CaseContext } from '../contract/cluster-case.ts'
import type { ControlPlaneAddress } from './control-plane.ts'
import { fateByImage, playPods } from './pods.ts'
import { openRealCluster } from './real-cluster.ts'

/** The namespaces that a config repository of `fixtures/` is deployed to, on the real cluster, with pods that are played. */
export interface WalkPlaces {
  readonly shop: CaseContext
  readonly platform: CaseContext
  readonly reports: CaseContext
  /** Pods whose names begin so stay as the scheduler left them: what waits for them waits. */
  hold(...prefixes: string[]): void
  release(prefix: string): void
  close(): Promise<void>
}

/** Their names end in `id`: several walks may share a cluster. */
export function openWalkPlaces(controlPlane: ControlPlaneAddress, id: string): WalkPlaces {
  const under = openRealCluster(controlPlane)
  const place = (name: string) => new CaseContext(under, `${name}-${id}`)
  const [shop, platform, reports] = [place('shop'), place('platform'), place('reports')]
  const held = new Set<string>()
  const namespaces = [shop, platform, reports].map(({ namespace }) => namespace)
  const isMine = ({ metadata: { name, namespace = '' } }: LiveObject) =>
    namespaces.includes(namespace) && ![...held].some((prefix) => name.startsWith(prefix))
  const pods = playPods(under.cluster, (pod) => (isMine(pod) ? fateByImage(pod) : undefined))
  return {
    shop,
    platform,
    reports,
    hold(...prefixes) {
      for (const prefix of prefixes) held.add(prefix)
    },
    release: (prefix) => void held.delete(prefix),
    async close() {
      await pods.stop()
      for (const name of namespaces) {
        const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
        if ((await shop.find(namespace)) !== undefined) await shop.delete(namespace)
      }
    },
  }
}
