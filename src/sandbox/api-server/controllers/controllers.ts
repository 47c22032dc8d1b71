import type { KubeObject } from '../object.ts'
import type { SandboxApiServer } from '../server.ts'
import { scaleObject } from '../write/scale.ts'
import { ControllerClient, manager } from './client.ts'
import { tendDaemonSets } from './daemon-sets.ts'
import { tendDeployments } from './deployments.ts'
import { collectGarbage } from './garbage.ts'
import { tendJobs } from './jobs.ts'
import { tendNamespaces } from './namespaces.ts'
import { fateByImage, type PodFate, tendPods } from './pods.ts'
import { tendReplicaSets } from './replicas.ts'
import { tendStatefulSets } from './stateful-sets.ts'
import { tendAddresses, tendBudgets, tendScalers, tendVolumes, type WantedReplicas } from './surroundings.ts'

export interface SandboxControllersOptions {
  /** What becomes of a pod; read from the tags of its images unless told. */
  readonly fateOf?: (pod: KubeObject) => PodFate
  /** How many replicas an autoscaler asks for; as many as there are unless told. */
  readonly wantedReplicas?: WantedReplicas
}

/**
 * What makes a cluster of an API server: controllers, scheduler and kubelet. They have no clock of their own and move
 * only when told; every write is an ordinary write of the API.
 */
export interface SandboxControllers {
  /** Every controller looks once. True when something changed. */
  step(): boolean
  /** Steps until nothing changes any more. */
  settle(): void
}

const mostSteps = 500

export function createSandboxControllers(
  server: SandboxApiServer,
  options: SandboxControllersOptions = {},
): SandboxControllers {
  const { fateOf = fateByImage, wantedReplicas = () => undefined } = options
  const { kernel } = server
  const client = new ControllerClient(kernel)
  let rest: { readonly revision: number; readonly now: number } | undefined
  const step = (): boolean => {
    const now = kernel.now()
    if (rest?.revision === kernel.store.revision && rest.now === now) return false
    const before = kernel.store.revision
    server.tend()
    tendNamespaces(client)
    tendJobs(client)
    tendDeployments(client)
    tendReplicaSets(client)
    tendStatefulSets(client)
    tendDaemonSets(client)
    tendPods(client, fateOf)
    tendVolumes(client)
    tendAddresses(client)
    tendScalers(client, wantedReplicas, (table, object, replicas) => {
      scaleObject(kernel, client.kind(table), object, replicas, manager)
    })
    tendBudgets(client)
    collectGarbage(client)
    const { revision } = kernel.store
    rest = revision === before ? { revision, now } : undefined
    return revision !== before
  }
  return {
    step,
    settle: () => {
      for (let count = 0; step(); count += 1) {
        if (count >= mostSteps) throw new Error(`the controllers did not settle in ${mostSteps} steps`)
      }
    },
  }
}
