import { ClusterError } from '../cluster/cluster-error.ts'
import { getObject, patchObject } from '../cluster/requests.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { corruptRecord, newerRecord, RecordError } from './record-error.ts'
import { fieldManager, type RecordPlace, recordAddress, recordSubject } from './record-store.ts'
import { integer, listOf, objectOf, type Shape, ShapeError, text, time } from './shape.ts'

/** That a person agreed to deletions. It is good for exactly those that its digest is made of. */
export interface GivenAcknowledgement {
  readonly digest: string
  /** Who, as they are known where they said it. */
  readonly by: string
  /** RFC 3339. */
  readonly at: string
}

const annotation = 'plumbline.dev/acknowledgements'

/** The oldest are forgotten: what they were good for is long done, or has changed. */
const mostKept = 20
const longestName = 100

const shape: Shape<readonly GivenAcknowledgement[]> = listOf(objectOf({ digest: text, by: text, at: time }))

/** Newest last; none before the first. Throws `RecordError` for what cannot be read. */
export async function readAcknowledgements(place: RecordPlace): Promise<readonly GivenAcknowledgement[]> {
  const live = await getObject(place.cluster, recordAddress(place.names.status))
  return live === undefined ? [] : parse(place, live)
}

/**
 * Keeps an acknowledgement beside the application's status, whatever else is there. `no-record`: the application has
 * none, so it was never looked at and has nothing to delete. Throws `RecordError`, and `ClusterError` when others keep
 * writing.
 */
export async function keepAcknowledgement(
  place: RecordPlace,
  given: GivenAcknowledgement,
): Promise<'kept' | 'no-record'> {
  for (let tries = 1; ; tries++) {
    const live = await getObject(place.cluster, recordAddress(place.names.status))
    if (live === undefined) return 'no-record'
    try {
      await write(place, live, [...parse(place, live).filter(({ digest }) => digest !== given.digest), given])
      return 'kept'
    } catch (error) {
      if (tries >= 5 || !(error instanceof ClusterError) || error.code !== 'conflict') throw error
    }
  }
}

async function write(
  { cluster, names }: RecordPlace,
  live: LiveObject,
  all: readonly GivenAcknowledgement[],
): Promise<void> {
  const { resourceVersion = '' } = live.metadata
  const given = all
    .slice(-mostKept)
    .map(({ digest, by, at }) => ({ digest, by: by.slice(0, longestName), at }))
  const annotations = { [annotation]: JSON.stringify({ version: 1, given }) }
  const patch = { metadata: { resourceVersion, annotations } }
  await patchObject(cluster, recordAddress(names.status), patch, { fieldManager })
}

function parse(place: RecordPlace, live: LiveObject): readonly GivenAcknowledgement[] {
  const written = getOwn(live.metadata.annotations ?? {}, annotation)
  if (written === undefined) return []
  const subject = recordSubject(place, place.names.status)
  try {
    const value = JSON.parse(text(written, annotation))
    const { version } = objectOf({ version: integer })(value, '')
    if (version > 1) throw newerRecord(subject, version)
    return objectOf({ given: shape })(value, '').given
  } catch (error) {
    if (error instanceof RecordError) throw error
    const what = error instanceof ShapeError ? error.message : 'they cannot be read'
    throw corruptRecord(subject, `its acknowledgements: ${what}`)
  }
}
