import { expect, test } from 'vitest'
import type { Cluster, ClusterRequest } from '../../src/cluster/cluster.ts'
import { preferredResource } from '../../src/cluster/discovery.ts'
import { createObject } from '../../src/cluster/requests.ts'
import type { DeleteHookAction } from '../../src/sync/decision.ts'
import { removeHook } from '../../src/sync/remove-hook.ts'
import { ServedKinds } from '../../src/sync/served-kinds.ts'
import { openSandboxCluster } from '../support/sandbox-cluster.ts'

const manifest = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'migrate', namespace: 'default' },
  spec: {
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'registry.example/job' }] },
    },
  },
}
const key = { group: 'batch', kind: 'Job', namespace: 'default', name: 'migrate' }

/** The propagation policy of the deletion that is sent. */
async function policyOf(why: DeleteHookAction['why'], options: readonly string[]): Promise<unknown> {
  const { cluster } = openSandboxCluster()
  const type = preferredResource(await cluster.discovery('cached'), 'batch', 'Job')
  if (type === undefined) throw new Error('no Jobs are served')
  const { uid = '' } = (await createObject(cluster, type, manifest, {})).metadata
  const sent: ClusterRequest[] = []
  const watched: Cluster = {
    ...cluster,
    send: (request) => {
      sent.push(request)
      return cluster.send(request)
    },
  }
  const tools = {
    cluster: watched,
    kinds: new ServedKinds(cluster),
    lookup: () => undefined,
    permit: () => undefined,
  }

  const result = await removeHook(
    { ...tools, options },
    { do: 'deleteHook', key, phase: 'PreSync', uid, why },
  )

  expect(result).toEqual({ kind: 'done' })
  return sent.find(({ verb }) => verb === 'delete')?.options?.propagationPolicy
}

test.each([
  ['policy', [], 'Background'],
  ['stale', [], 'Foreground'],
  ['terminated', [], 'Foreground'],
  ['policy', ['PrunePropagationPolicy=foreground'], 'Foreground'],
  ['policy', ['PrunePropagationPolicy=orphan'], 'Orphan'],
  ['stale', ['PrunePropagationPolicy=background'], 'Background'],
  ['terminated', ['PrunePropagationPolicy=orphan'], 'Foreground'],
] as const)(
  'a hook that goes because it is %s, with the options %j: what it started goes by %s',
  async (why, options, policy) => {
    expect(await policyOf(why, options)).toBe(policy)
  },
)
