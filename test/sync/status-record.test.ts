import { expect, test } from 'vitest'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import type { StringMap } from '../../src/kube/manifest.ts'
import type { KubeObject } from '../../src/sandbox/api-server/object.ts'
import { listStatuses } from '../../src/sync/list-statuses.ts'
import { RecordError } from '../../src/sync/record-error.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { readStatus, writeStatus } from '../../src/sync/status-record.ts'
import type { StatusSummary } from '../../src/sync/status-summary.ts'
import { aSha } from '../support/builders.ts'
import { StoryCluster } from './story-cluster.ts'

function aSummary(changes: Partial<StatusSummary> = {}): StatusSummary {
  return {
    application: 'shop',
    sync: 'Synced',
    health: 'Healthy',
    commit: aSha('commit'),
    operation: 'Succeeded',
    message: 'in order',
    at: '2026-03-01T10:00:00.000Z',
    ...changes,
  }
}

function placeIn(cluster: StoryCluster, application = 'shop', installation = 'test') {
  return recordPlace(cluster.as('a'), installation, application)
}

function statusIn(cluster: StoryCluster): KubeObject {
  const status = cluster
    .all('configmaps', 'plumbline')
    .find(({ metadata }) => metadata.name.startsWith('status-'))
  if (status === undefined) throw new Error('no status')
  return status
}

function annotate(cluster: StoryCluster, annotations: StringMap): void {
  const status = statusIn(cluster)
  cluster.overwrite('configmaps', status, { metadata: { ...status.metadata, annotations } })
}

test('a summary comes back as it was written', async () => {
  const cluster = await StoryCluster.begin()

  await writeStatus(placeIn(cluster), aSummary())

  expect(await readStatus(placeIn(cluster))).toEqual({ ...aSummary() })
})

test('a summary that says the same but for the time is not written', async () => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster), aSummary())

  const again = await writeStatus(placeIn(cluster), aSummary({ at: '2026-03-02T10:00:00.000Z' }))
  const other = await writeStatus(placeIn(cluster), aSummary({ sync: 'OutOfSync' }))

  expect([again, other]).toEqual(['unchanged', 'written'])
})

/** Answers the first write of a status that is there; `isKept`: it was kept all the same. */
function refuseOnce(cluster: StoryCluster, isKept: boolean): void {
  let isRefused = false
  cluster.intercept = async (_, request, serve) => {
    if (request.verb !== 'patch' || isRefused) return serve()
    isRefused = true
    if (isKept) await serve()
    throw new ClusterError('conflict', 'try again', {
      subject: { cluster: 'story', object: 'status' },
      turn: 'platform',
      retryable: false,
    })
  }
}

test.each([false, true])('a conflict that nobody made loses no summary (it was kept: %s)', async (isKept) => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster), aSummary())
  refuseOnce(cluster, isKept)

  const again = await writeStatus(placeIn(cluster), aSummary({ sync: 'OutOfSync' }))

  expect(again).toBe('written')
  expect(await readStatus(placeIn(cluster))).toMatchObject({ sync: 'OutOfSync' })
})

test('a summary that somebody else wrote meanwhile is left alone', async () => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster), aSummary())
  cluster.intercept = async (_, request, serve) => {
    if (request.verb === 'patch') {
      cluster.intercept = (_, __, really) => really()
      await writeStatus(placeIn(cluster), aSummary({ message: 'theirs' }))
    }
    return serve()
  }

  const ours = await writeStatus(placeIn(cluster), aSummary({ message: 'ours' }))

  expect(ours).toBe('lost')
  expect(await readStatus(placeIn(cluster))).toMatchObject({ message: 'theirs' })
})

test('whoever wrote the same summary without what we remember of the render did not write ours', async () => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster), aSummary())
  const changed = aSummary({ message: 'changed' })
  cluster.intercept = async (_, request, serve) => {
    if (request.verb === 'patch') {
      cluster.intercept = (_, __, really) => really()
      await writeStatus(placeIn(cluster), changed)
    }
    return serve()
  }

  const ours = await writeStatus(placeIn(cluster), changed, { render: 'packed', renderId: 'one' })

  expect(ours).toBe('lost')
})

test('what people keep beside the summary stays', async () => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster), aSummary())
  annotate(cluster, {
    ...statusIn(cluster).metadata.annotations,
    'plumbline.dev/paused': 'true',
  })

  await writeStatus(placeIn(cluster), aSummary({ message: 'paused' }))

  expect(statusIn(cluster).metadata.annotations).toMatchObject({ 'plumbline.dev/paused': 'true' })
})

test('one request lists all applications of the installation, and a damaged one hides no other', async () => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster, 'broken'), aSummary({ application: 'broken' }))
  annotate(cluster, { 'plumbline.dev/summary': '{"version":1}' })
  await writeStatus(placeIn(cluster), aSummary())
  await writeStatus(placeIn(cluster, 'shop', 'other'), aSummary())
  cluster.trace.length = 0

  const statuses = await listStatuses(cluster.as('a'), 'test')

  expect(statuses).toHaveLength(2)
  expect(statuses).toContainEqual({ kind: 'status', summary: aSummary() })
  expect(statuses.find(({ kind }) => kind === 'unreadable')).toMatchObject({ error: { code: 'corrupt' } })
  expect(cluster.trace.map(({ request }) => [request.verb, request.options?.metadataOnly])).toEqual([
    ['list', true],
  ])
})

test('the summary of a newer release is not overwritten', async () => {
  const cluster = await StoryCluster.begin()
  await writeStatus(placeIn(cluster), aSummary())
  annotate(cluster, { 'plumbline.dev/summary': '{"version":2}' })

  const error = await writeStatus(placeIn(cluster), aSummary()).catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(RecordError)
  expect(error).toMatchObject({ code: 'newer-version' })
})
