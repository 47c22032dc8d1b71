import { expect, test } from 'vitest'
import { impatientCluster } from '../../handlers/node-only/impatient-cluster.ts'
import type { Cluster, ClusterRequest } from '../../src/cluster/cluster.ts'

const request: ClusterRequest = { verb: 'list', group: '', version: 'v1', resource: 'configmaps' }

/** Answers when it is told to. */
function aCluster() {
  const open: { answer: () => void; refuse: (error: Error) => void }[] = []
  const waiting = <T>(value: T) =>
    new Promise<T>((resolve, reject) => {
      open.push({ answer: () => resolve(value), refuse: reject })
    })
  const cluster: Cluster = {
    name: 'far',
    send: () => waiting({ kind: 'ConfigMapList' }),
    discovery: () => waiting({ resources: [], staleGroups: [] }),
    openApi: () => waiting(undefined),
  }
  return { open, cluster: impatientCluster(cluster, { first: 40, again: 5 }) }
}

test('what is answered in time is passed on, and so is an error', async () => {
  const { open, cluster } = aCluster()
  const answers = [cluster.send(request), cluster.send(request)]
  open[0]?.answer()
  open[1]?.refuse(new Error('no'))

  expect(await Promise.allSettled(answers)).toEqual([
    { status: 'fulfilled', value: { kind: 'ConfigMapList' } },
    { status: 'rejected', reason: new Error('no') },
  ])
})

test('a cluster that hangs is told as one that does not answer: at first after a while, then soon', async () => {
  const { cluster } = aCluster()
  const said = (milliseconds: number) => ({
    code: 'timeout',
    turn: 'platform',
    retryable: true,
    message: `cluster far has not answered within ${milliseconds / 1000} s`,
  })

  await expect(cluster.send(request)).rejects.toMatchObject(said(40))
  await expect(cluster.discovery()).rejects.toMatchObject(said(5))
  await expect(cluster.openApi('', 'v1')).rejects.toMatchObject(said(5))
})

test('once it has answered, be it late, it is given its time again; a late error is nobody’s', async () => {
  const { open, cluster } = aCluster()
  await expect(cluster.send(request)).rejects.toMatchObject({ code: 'timeout' })
  await expect(cluster.send(request)).rejects.toMatchObject({ code: 'timeout' })
  open[1]?.refuse(new Error('late'))
  open[0]?.answer()
  await new Promise(setImmediate)

  await expect(cluster.send(request)).rejects.toMatchObject({ message: /0\.04 s/ })
})
