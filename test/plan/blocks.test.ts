import { expect, test } from 'vitest'
import type { Comparison } from '../../src/diff/comparison.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { makePlan, type PlanInput } from '../../src/plan/make-plan.ts'
import { alone } from '../support/pruning.ts'
import { type PlanCase, planInput } from './plan-case.ts'

const settings: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'till', namespace: 'shop' },
}
const definition: Manifest = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'tills.example.com' },
}

function hook(annotations: { readonly [name: string]: string } = {}): Manifest {
  const metadata = {
    name: 'migrate',
    namespace: 'shop',
    annotations: { 'argocd.argoproj.io/hook': 'PreSync', ...annotations },
  }
  return { apiVersion: 'batch/v1', kind: 'Job', metadata }
}

function blocksOf(given: PlanCase, changes: Partial<PlanInput> = {}): readonly string[] {
  return makePlan({ ...planInput(given), ...changes }).blocks.map(
    ({ code, message }) => `${code}: ${message}`,
  )
}

const ofBooks = {
  ...alone,
  declarersOf: () => [{ application: 'books', origin: { path: 'books/all.yaml', line: 3 } }],
}

function marked(application: string): LiveObject {
  const annotations = { 'argocd.argoproj.io/tracking-id': `${application}:/ConfigMap:shop/till` }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'till', namespace: 'shop', annotations } }
}

test('a hook of a kind that may not be written forbids the sync', () => {
  expect(blocksOf({ desired: [settings, hook()], forbidden: ['Job'] })).toEqual([
    'not-permitted: batch/Job shop/migrate: Job is not allowed here',
  ])
})

test('a sync option of a hook is read like that of any object', () => {
  const job = hook({ 'argocd.argoproj.io/sync-options': 'Validate=nope' })

  expect(blocksOf({ desired: [settings, job] })).toEqual([
    'unsupported-option: batch/Job shop/migrate: sync option "Validate=nope" is not supported; Validate may be true, false',
  ])
})

test('sync options of an object that contradict each other are refused by name', () => {
  const annotations = { 'argocd.argoproj.io/sync-options': 'Prune=true, Validate=false,Prune=false' }
  const till = { ...settings, metadata: { ...settings.metadata, annotations } }

  expect(blocksOf({ desired: [till] })).toEqual([
    'unsupported-option: ConfigMap shop/till: sync option "Prune=true" contradicts Prune=false; keep one of them',
    'unsupported-option: ConfigMap shop/till: sync option "Prune=false" contradicts Prune=true; keep one of them',
  ])
})

test('an object that another application declares too is refused unless it bears the mark of this one', () => {
  const refusal =
    'shared-object: ConfigMap shop/till is declared by shop (shop/all.yaml:1) and books (books/all.yaml:3); keep it in one of them'
  const given: PlanCase = { desired: [settings], compared: { 'ConfigMap till': 'inSync' } }

  expect(blocksOf({ desired: [settings] }, { neighbours: ofBooks })).toEqual([refusal])
  expect(blocksOf({ ...given, live: [marked('books')] }, { neighbours: ofBooks })).toEqual([refusal])
  expect(blocksOf({ ...given, live: [marked('shop')] }, { neighbours: ofBooks })).toEqual([])
})

test('with FailOnSharedResource=true what an application from elsewhere has is refused, and what one from here gave up is taken', () => {
  const input = planInput({
    desired: [settings],
    compared: { 'ConfigMap till': 'drifted' },
    live: [marked('books')],
  })
  const { application } = input.desired
  const syncPolicy = { ...application.syncPolicy, options: ['FailOnSharedResource=true'] }
  const asked = { ...input, desired: { ...input.desired, application: { ...application, syncPolicy } } }
  const fromHere = { ...alone, knows: (name: string) => name === 'books' }

  expect(makePlan(asked).blocks).toMatchObject([
    {
      code: 'shared-object',
      message:
        'Shared resource found: ConfigMap shop/till is part of application books, which nothing here declares; let it go there, or drop FailOnSharedResource',
    },
  ])
  expect(makePlan({ ...asked, neighbours: fromHere }).blocks).toEqual([])
  expect(makePlan(input).blocks).toEqual([])
})

test('a definition may be declared by several applications', () => {
  expect(blocksOf({ desired: [definition] }, { neighbours: ofBooks })).toEqual([])
})

test.each(['not-listed', 'unreachable'] as const)(
  'an object of which it is not known whether it is there forbids the sync: %s',
  (reason) => {
    const input = planInput({ desired: [settings] })
    const unseen = (live: 'unknown' | 'yes'): Comparison => ({
      ...input.comparison,
      objects: input.desired.objects.map(({ key }) => ({
        kind: 'unverified',
        key,
        reason,
        message: 'no answer',
        live,
        fields: [],
      })),
    })

    expect(blocksOf({ desired: [settings] }, { comparison: unseen('unknown') })).toEqual([
      'not-listed: ConfigMap shop/till could not be read: no answer',
    ])
    expect(blocksOf({ desired: [settings] }, { comparison: unseen('yes') })).toEqual([])
  },
)
