import assert from 'node:assert/strict'
import { syncOptionsAnnotation, syncWaveAnnotation } from '../../../src/kube/annotations.ts'
import type { LiveObject } from '../../../src/kube/manifest.ts'
import { formatKey, keyOf } from '../../../src/kube/object-key.ts'
import { type PrunePlan, planPrune } from '../../../src/plan/prune.ts'
import { anApplication, aSyncPolicy } from '../../support/applications.ts'
import { alone, aPruning } from '../../support/pruning.ts'
import { type Drivers, expectOf, inputOf, type Row } from '../row.ts'

/** What goes with an application, in which order, and what people are asked about. */
export const deletionDrivers: Drivers = { 'delete-confirm': confirm, 'delete-wave': wave }

function confirm(row: Row): void {
  const given = inputOf<{ appSyncOptions?: readonly string[]; resourceSyncOptions?: readonly string[] }>(row)
  const options = (given.resourceSyncOptions ?? []).join(',')
  const live = anObject('one', { [syncOptionsAnnotation]: options })

  const { acknowledgement } = deletionOf([live], given.appSyncOptions ?? [])

  assert.equal(acknowledgement !== undefined, expectOf<{ expected: boolean }>(row).expected)
}

/** The wave that goes first. */
function wave(row: Row): void {
  const { input } = inputOf<{ input: readonly string[] }>(row)
  const live = input.map((text, at) => anObject(`object-${at}`, { [syncWaveAnnotation]: text }))

  const { prune } = deletionOf(live, [])

  const first = prune.filter((step) => step.wave === prune[0]?.wave)
  assert.deepEqual(
    first.map((step) => String(step.wave)),
    expectOf<{ want: readonly string[] }>(row).want,
  )
}

function anObject(name: string, annotations: { readonly [key: string]: string }): LiveObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop', uid: name, annotations },
  }
}

function deletionOf(live: readonly LiveObject[], options: readonly string[]): PrunePlan {
  return planPrune({
    extraneous: live.map((object) => ({
      kind: 'extraneous',
      key: keyOf(object),
      uid: object.metadata.uid ?? '',
    })),
    recreations: [],
    live: new Map(live.map((object) => [formatKey(keyOf(object)), object])),
    application: anApplication({ syncPolicy: aSyncPolicy({ options }) }),
    permit: () => undefined,
    pruning: aPruning(),
    neighbours: alone,
    isListed: true,
    isUnwell: false,
    deletion: {},
    uses: () => false,
  })
}
