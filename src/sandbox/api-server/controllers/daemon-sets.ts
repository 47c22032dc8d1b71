import { type KubeObject, objectAt, textAt } from '../object.ts'
import { byController, type ControllerClient, isDeleting, isReady } from './client.ts'
import { podFrom, templateHash } from './replicas.ts'

const table = 'apps/daemonsets'
const revisionLabel = 'controller-revision-hash'

/** DaemonSets run one pod: the sandbox has one node. */
export function tendDaemonSets(client: ControllerClient): void {
  const podsOf = byController(client, '/pods')
  for (const set of client.list(table)) {
    const hash = templateHash(objectAt(set, 'spec', 'template'))
    const pods = podsOf(set)
    if (!isDeleting(set)) tendSet(client, set, hash, pods)
    const alive = pods.filter((pod) => !isDeleting(pod))
    report(client, set, hash, alive)
  }
}

function tendSet(client: ControllerClient, set: KubeObject, hash: string, pods: readonly KubeObject[]): void {
  const [pod] = pods
  const { name, namespace = '' } = set.metadata
  if (pod === undefined) {
    const metadata = { name: `${name}-${hash.slice(0, 5)}`, generateName: `${name}-` }
    client.create(
      '/pods',
      namespace,
      podFrom(set, objectAt(set, 'spec', 'template'), metadata, { [revisionLabel]: hash }),
    )
    return
  }
  const isOnDelete = textAt(set, 'spec', 'updateStrategy', 'type') === 'OnDelete'
  const isCurrent = pod.metadata.labels?.[revisionLabel] === hash
  if (!isCurrent && !isOnDelete && !isDeleting(pod)) client.delete('/pods', pod)
}

function report(client: ControllerClient, set: KubeObject, hash: string, pods: readonly KubeObject[]): void {
  const ready = pods.filter(isReady).length
  client.updateStatus(table, set, {
    ...objectAt(set, 'status'),
    observedGeneration: set.metadata.generation ?? 1,
    currentNumberScheduled: pods.length,
    desiredNumberScheduled: 1,
    numberMisscheduled: 0,
    numberReady: ready,
    numberAvailable: ready,
    numberUnavailable: 1 - ready,
    updatedNumberScheduled: pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === hash).length,
  })
}
