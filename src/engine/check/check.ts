import { mapBounded } from '../../map-bounded.ts'
import type { CheckUp } from '../../report/check-up.ts'
import { currentRoster } from '../current-roster.ts'
import { withRender } from '../entry-source.ts'
import type { Ports } from '../ports.ts'
import { createSourceReading } from '../source-reading.ts'
import { checkCluster } from './check-cluster.ts'
import { checkHost } from './check-host.ts'
import type { CheckOptions } from './check-options.ts'
import { checkRoots, type Declared } from './check-roots.ts'

const rendersAtOnce = 4

/**
 * Looks whether everything that the settings name can be reached, is set up for us, and lets us do what its mode needs.
 * Nothing is written anywhere. What one part hides of another is said once, by the first.
 */
export async function check(ports: Ports, options: CheckOptions = {}): Promise<CheckUp> {
  const { hosts, clusters } = ports.settings
  const declared = await readDeclared(ports)
  const [ofHosts, ofClusters] = await Promise.all([
    mapBounded(hosts, 4, (host) => checkHost(ports, host, declared, options)),
    mapBounded(clusters, 4, (cluster) => checkCluster(ports, cluster.name, declared)),
  ])
  return { findings: [...ofHosts.flat(), ...ofClusters.flat(), ...checkRoots(ports, declared)] }
}

async function readDeclared(ports: Ports): Promise<Declared> {
  const { entries, problems } = await currentRoster(ports, createSourceReading(ports))
  return { entries: await mapBounded(entries, rendersAtOnce, (entry) => withRender(ports, entry)), problems }
}
