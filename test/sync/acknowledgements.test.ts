import { expect, test } from 'vitest'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import {
  type GivenAcknowledgement,
  keepAcknowledgement,
  readAcknowledgements,
} from '../../src/sync/acknowledgements.ts'
import { type RecordPlace, recordPlace } from '../../src/sync/record-store.ts'
import { writeStatus } from '../../src/sync/status-record.ts'
import { StoryCluster } from './story-cluster.ts'

const at = '2026-03-01T10:00:00.000Z'

function anAgreement(digest: string, by = 'ada'): GivenAcknowledgement {
  return { digest, by, at }
}

/** An application with a status record. */
async function aPlace(): Promise<{ readonly cluster: StoryCluster; readonly place: RecordPlace }> {
  const cluster = await StoryCluster.begin()
  const place = recordPlace(cluster.as('a'), 'test', 'shop')
  const summary = { application: 'shop', sync: 'Synced', health: 'Healthy', message: 'in order', at } as const
  await writeStatus(place, summary)
  return { cluster, place }
}

function annotate(cluster: StoryCluster, text: string): void {
  const status = cluster
    .all('configmaps', 'plumbline')
    .find(({ metadata }) => metadata.name.startsWith('status-'))
  if (status === undefined) throw new Error('no status')
  const annotations = { ...status.metadata.annotations, 'plumbline.dev/acknowledgements': text }
  cluster.overwrite('configmaps', status, { metadata: { ...status.metadata, annotations } })
}

async function digestsAt(place: RecordPlace): Promise<readonly string[]> {
  return (await readAcknowledgements(place)).map(({ digest }) => digest)
}

test('acknowledgements are kept beside each other, one for each digest, the newest last', async () => {
  const { place } = await aPlace()

  for (const digest of ['a', 'b', 'a']) await keepAcknowledgement(place, anAgreement(digest))

  expect(await digestsAt(place)).toEqual(['b', 'a'])
})

test('of more than twenty the oldest are forgotten', async () => {
  const { place } = await aPlace()
  const digests = Array.from({ length: 22 }, (_, number) => `d${number}`)

  for (const digest of digests) await keepAcknowledgement(place, anAgreement(digest))

  expect(await digestsAt(place)).toEqual(digests.slice(2))
})

test('a name is kept to its first hundred characters', async () => {
  const { place } = await aPlace()

  await keepAcknowledgement(place, anAgreement('a', 'x'.repeat(101)))

  expect(await readAcknowledgements(place)).toEqual([anAgreement('a', 'x'.repeat(100))])
})

test('where there is no record, nothing is kept', async () => {
  const { cluster } = await aPlace()

  const kept = await keepAcknowledgement(recordPlace(cluster.as('a'), 'test', 'other'), anAgreement('a'))

  expect(kept).toBe('no-record')
})

test.each([
  ['{"version":2}', 'newer-version'],
  ['{"version":1}', 'corrupt'],
  ['nonsense', 'corrupt'],
])('what is written as %s is not written over: %s', async (text, code) => {
  const { cluster, place } = await aPlace()
  annotate(cluster, text)

  await expect(keepAcknowledgement(place, anAgreement('a'))).rejects.toMatchObject({ code })
  await expect(readAcknowledgements(place)).rejects.toMatchObject({ code })
})

test('whoever else agrees at the same moment is kept, too', async () => {
  const { cluster, place } = await aPlace()
  cluster.intercept = async (_, request, serve) => {
    if (request.verb === 'patch') {
      cluster.intercept = (__, ___, really) => really()
      await keepAcknowledgement(place, anAgreement('theirs', 'bob'))
    }
    return serve()
  }

  expect(await keepAcknowledgement(place, anAgreement('ours'))).toBe('kept')

  expect(await digestsAt(place)).toEqual(['theirs', 'ours'])
})

test('while others keep writing it is given up in the end', async () => {
  const { cluster, place } = await aPlace()
  let tries = 0
  cluster.intercept = async (_, request, serve) => {
    if (request.verb !== 'patch') return serve()
    tries += 1
    throw new ClusterError('conflict', 'somebody wrote', { turn: 'platform', retryable: false })
  }

  await expect(keepAcknowledgement(place, anAgreement('a'))).rejects.toMatchObject({ code: 'conflict' })
  expect(tries).toBe(5)
})
