import { expect, test } from 'vitest'
import type { Extraneous } from '../../src/diff/comparison.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { formatKey, keyOf } from '../../src/kube/object-key.ts'
import { type PruneInput, planPrune } from '../../src/plan/prune.ts'
import { anApplication, aSyncPolicy } from '../support/applications.ts'
import { alone, aPruning } from '../support/pruning.ts'

interface Written {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
  readonly annotations?: { readonly [name: string]: string }
}

function live(written: Written = {}): LiveObject {
  const {
    apiVersion = 'v1',
    kind = 'ConfigMap',
    name = 'till',
    namespace = 'shop',
    annotations = {},
  } = written
  return { apiVersion, kind, metadata: { name, namespace, annotations, uid: `uid of ${name}` } }
}

function options(...written: readonly string[]) {
  return { 'argocd.argoproj.io/sync-options': written.join(',') }
}

function inputFor(objects: readonly LiveObject[], changes: Partial<PruneInput> = {}): PruneInput {
  return {
    extraneous: objects.map(
      (object): Extraneous => ({
        kind: 'extraneous',
        key: keyOf(object),
        uid: object.metadata.uid ?? '',
      }),
    ),
    recreations: [],
    live: new Map(objects.map((object) => [formatKey(keyOf(object)), object])),
    application: anApplication(),
    permit: () => undefined,
    pruning: aPruning(),
    neighbours: alone,
    isListed: true,
    isUnwell: false,
    uses: () => false,
    ...changes,
  }
}

/** Of one object: that it goes, or why it stays. */
function fate(object: LiveObject, changes: Partial<PruneInput> = {}): string {
  const { prune, skips } = planPrune(inputFor([object], changes))
  return prune.length === 1 ? 'pruned' : skips.map(({ reason }) => reason).join()
}

function withOptions(...written: readonly string[]): Partial<PruneInput> {
  return { application: anApplication({ syncPolicy: aSyncPolicy({ options: written }) }) }
}

const aNamespace = live({ kind: 'Namespace', name: 'shop', namespace: '' })

test.each<[string, string, LiveObject, Partial<PruneInput>]>([
  ['nothing speaks against it', 'pruned', live(), {}],
  ['pruning is off', 'prune-not-enabled', live(), { pruning: aPruning({ isOn: false }) }],
  ['the application says Prune=false', 'prune-disabled-by-option', live(), withOptions('Prune=false')],
  [
    'it says Prune=true itself, whatever its application says',
    'pruned',
    live({ annotations: options('Prune=true') }),
    withOptions('Prune=false'),
  ],
  [
    'the application says Delete=false, which is of its own end',
    'pruned',
    live(),
    withOptions('Delete=false'),
  ],
  ['it may not be written', 'not-permitted', live(), { permit: () => 'no' }],
  [
    'nothing of the whole cluster may be written',
    'not-permitted',
    live({ kind: 'PersistentVolume', namespace: '' }),
    { permit: (_, namespaced) => (namespaced ? undefined : 'no') },
  ],
  [
    'what other applications declare is not all known',
    'roster-incomplete',
    live(),
    { neighbours: { ...alone, isComplete: false } },
  ],
  ['something could not be listed', 'listing-incomplete', live(), { isListed: false }],
  ['something is Degraded', 'waits-for-health', live(), { isUnwell: true }],
  [
    'the sync is about something else',
    'not-selected',
    live(),
    { only: [{ group: '', kind: 'ConfigMap', namespace: '', name: 'other', exclude: false }] },
  ],
  ['the application declares something in it', 'namespace-in-use', aNamespace, { uses: () => true }],
  [
    'another application declares something in it',
    'namespace-in-use',
    aNamespace,
    { neighbours: { ...alone, use: (name) => name === 'shop' } },
  ],
  ['it is a Namespace that nobody uses', 'awaits-acknowledgement', aNamespace, {}],
  ['it says Prune=confirm', 'awaits-acknowledgement', live({ annotations: options('Prune=confirm') }), {}],
  ['the application says Prune=confirm', 'awaits-acknowledgement', live(), withOptions('Prune=confirm')],
  [
    'the application says both Prune=true and Prune=false',
    'prune-disabled-by-option',
    live(),
    withOptions('Prune=true', 'Prune=false'),
  ],
  [
    'it says both Prune=true and Prune=confirm',
    'awaits-acknowledgement',
    live({ annotations: options('Prune=true', 'Prune=confirm') }),
    {},
  ],
])('of a single object, where %s: %s', (_, expected, object, changes) => {
  expect(fate(object, changes)).toBe(expected)
})

test.each<[string, string, LiveObject, Partial<PruneInput>]>([
  ['says nothing', 'pruned', live(), {}],
  ['says Delete=false', 'delete-disabled', live({ annotations: options('Delete=false') }), {}],
  ['is of an application that says Delete=false', 'delete-disabled', live(), withOptions('Delete=false')],
  ['is kept by Helm', 'delete-disabled', live({ annotations: { 'helm.sh/resource-policy': ' keep ' } }), {}],
  ['says Delete=confirm', 'awaits-acknowledgement', live({ annotations: options('Delete=confirm') }), {}],
  ['says Prune=confirm', 'awaits-acknowledgement', live({ annotations: options('Prune=confirm') }), {}],
  [
    'says both Delete=true and Delete=false',
    'delete-disabled',
    live({ annotations: options('Delete=true', 'Delete=false') }),
    {},
  ],
  [
    'says both Delete=confirm and Delete=false',
    'delete-disabled',
    live({ annotations: options('Delete=confirm', 'Delete=false') }),
    {},
  ],
  [
    'goes with a root that declares nothing',
    'awaits-acknowledgement',
    live(),
    { deletion: { confirm: 'x' } },
  ],
])('when its application goes, an object that %s: %s', (_, expected, object, changes) => {
  expect(fate(object, { deletion: {}, ...changes })).toBe(expected)
})

test.each([
  ['v1', 'Namespace'],
  ['v1', 'PersistentVolume'],
  ['v1', 'PersistentVolumeClaim'],
  ['apps/v1', 'StatefulSet'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
])('a %s %s waits for an acknowledgement, what is beside it does not', (apiVersion, kind) => {
  const guarded = live({ apiVersion, kind, name: 'guarded' })

  const { prune, acknowledgement } = planPrune(inputFor([guarded, live()]))

  expect(prune.map(({ key }) => key.name)).toEqual(['till'])
  expect(acknowledgement).toMatchObject({ given: false, objects: [{ name: 'guarded' }] })
})

function several(count: number): readonly LiveObject[] {
  return Array.from({ length: count }, (_, index) => live({ name: `till-${index}` }))
}

test.each([
  [20, 40, 0],
  [21, 100, 21],
  [5, 10, 0],
  [6, 10, 6],
  [9, 9, 0],
])('of %i deletions of an inventory of %i, %i wait', (count, inventory, waiting) => {
  const plan = planPrune(inputFor(several(count), { pruning: aPruning({ inventory }) }))

  expect(plan.acknowledgement?.objects ?? []).toHaveLength(waiting)
  expect(plan.prune).toHaveLength(count - waiting)
})

test.each([
  [[live({ apiVersion: 'apps/v1', kind: 'StatefulSet' })], 1],
  [several(20), 0],
  [several(21), 21],
])('what is deleted to be created again is under the same brakes', (objects, waiting) => {
  const recreations = objects.map((object) => ({ key: keyOf(object), uid: object.metadata.uid ?? '' }))

  const { acknowledgement } = planPrune(inputFor([], { recreations }))

  expect(acknowledgement?.objects ?? []).toHaveLength(waiting)
})

test('what was agreed to goes, and what came after that waits again', () => {
  const pruningOf = (digest = '') => aPruning({ acknowledged: new Set([digest]) })
  const { acknowledgement } = planPrune(inputFor([aNamespace]))

  const again = inputFor([aNamespace], { pruning: pruningOf(acknowledgement?.digest) })
  const more = live({ kind: 'PersistentVolumeClaim', name: 'disk' })
  const later = inputFor([aNamespace, more], { pruning: pruningOf(acknowledgement?.digest) })

  expect(planPrune(again).prune).toHaveLength(1)
  expect(planPrune(later).prune).toEqual([])
})

test('objects go last waves first, and one with PruneLast=true after all others', () => {
  const wave = (name: string, number: string, ...more: readonly string[]) =>
    live({ name, annotations: { 'argocd.argoproj.io/sync-wave': number, ...options(...more) } })

  const { prune } = planPrune(
    inputFor([wave('a', '1'), wave('b', '3', 'PruneLast=true'), wave('c', '2'), wave('d', '-1')]),
  )

  expect(prune.map(({ key, wave: at }) => `${key.name} ${at}`)).toEqual(['c 2', 'a 1', 'd -1', 'b -2'])
})
