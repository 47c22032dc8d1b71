import { expect, test } from 'vitest'
import type { Annotated } from '../../src/diff/hook-marks.ts'
import type { ObjectKey } from '../../src/kube/object-key.ts'
import { groupWaves, orderTasks, type Task, waveOf } from '../../src/plan/waves.ts'

function annotated(annotations: { readonly [name: string]: string }): Annotated {
  return { metadata: { annotations } }
}

function task(kind: string, name: string, changes: Partial<Task> & { namespace?: string } = {}): Task {
  const { namespace = 'shop', ...rest } = changes
  const key: ObjectKey = { group: '', kind, namespace, name }
  return { key, phase: 'Sync', wave: 0, ...rest }
}

function names(tasks: readonly Task[]): readonly string[] {
  return tasks.map(({ key, phase, wave }) => `${phase} ${wave} ${key.kind} ${key.name}`)
}

test.each([
  [{}, 0],
  [{ 'argocd.argoproj.io/sync-wave': '7' }, 7],
  [{ 'argocd.argoproj.io/sync-wave': '-7' }, -7],
  [{ 'argocd.argoproj.io/sync-wave': '+7' }, 7],
  [{ 'argocd.argoproj.io/sync-wave': '7', 'helm.sh/hook-weight': '3' }, 7],
  [{ 'helm.sh/hook-weight': '-3' }, -3],
  [{ 'argocd.argoproj.io/sync-wave': 'soon', 'helm.sh/hook-weight': '3' }, 3],
  [{ 'argocd.argoproj.io/sync-wave': ' 7' }, 0],
  [{ 'argocd.argoproj.io/sync-wave': '1.5' }, 0],
  [{ 'argocd.argoproj.io/sync-wave': '' }, 0],
  [{ 'argocd.argoproj.io/sync-wave': '-0' }, 0],
])('%o is in wave %d', (annotations, wave) => {
  expect(waveOf(annotated(annotations))).toBe(wave)
})

test('tasks run by phase, wave, kind and name', () => {
  const tasks = [
    task('Gadget', 'a'),
    task('Deployment', 'b'),
    task('Deployment', 'a'),
    task('ConfigMap', 'z'),
    task('ConfigMap', 'early', { wave: -1 }),
    task('Job', 'late', { phase: 'PostSync' }),
    task('Job', 'failed', { phase: 'SyncFail', wave: -9 }),
    task('Job', 'first', { phase: 'PreSync', wave: 9 }),
  ]

  expect(names(orderTasks(tasks, 'shop'))).toEqual([
    'PreSync 9 Job first',
    'Sync -1 ConfigMap early',
    'Sync 0 ConfigMap z',
    'Sync 0 Deployment a',
    'Sync 0 Deployment b',
    'Sync 0 Gadget a',
    'PostSync 0 Job late',
    'SyncFail -9 Job failed',
  ])
})

test('a namespace comes before its first user and takes its phase and wave', () => {
  const tasks = [
    task('Namespace', 'shop', { namespace: '', wave: 3 }),
    task('Job', 'migrate', { phase: 'PreSync', wave: -1 }),
    task('ConfigMap', 'prices'),
  ]

  expect(names(orderTasks(tasks, ''))[0]).toBe('PreSync -1 Namespace shop')
})

test('the destination stands for the namespace of a cluster-scoped object', () => {
  const tasks = [
    task('Namespace', 'shop', { namespace: '', wave: 3 }),
    task('ClusterRole', 'reader', { namespace: '', wave: 1 }),
  ]

  expect(names(orderTasks(tasks, 'shop'))).toEqual(['Sync 1 Namespace shop', 'Sync 1 ClusterRole reader'])
  expect(names(orderTasks(tasks, 'annex'))).toEqual(['Sync 1 ClusterRole reader', 'Sync 3 Namespace shop'])
})

test('a definition comes before the first object of its kind', () => {
  const key = { group: 'shop.example.com', kind: 'Till', namespace: 'shop', name: 'first' }
  const tasks: readonly Task[] = [
    task('CustomResourceDefinition', 'tills.shop.example.com', {
      namespace: '',
      wave: 2,
      defines: { group: 'shop.example.com', kind: 'Till' },
    }),
    { key, phase: 'Sync', wave: -4 },
  ]

  expect(names(orderTasks(tasks, ''))).toEqual([
    'Sync -4 CustomResourceDefinition tills.shop.example.com',
    'Sync -4 Till first',
  ])
})

test('a hook that makes a namespace moves inside its phase, and never out of it', () => {
  const hook = { namespace: '', wave: 3, isHook: true }
  const tasks = [
    task('Namespace', 'shop', { ...hook, phase: 'SyncFail' }),
    task('Namespace', 'shop', { ...hook, phase: 'PreSync' }),
    task('Job', 'migrate', { phase: 'PreSync', wave: -1, isHook: true }),
    task('ConfigMap', 'prices'),
  ]

  expect(names(orderTasks(tasks, ''))).toEqual([
    'PreSync -1 Namespace shop',
    'PreSync -1 Job migrate',
    'Sync 0 ConfigMap prices',
    'SyncFail 3 Namespace shop',
  ])
})

test('a namespace that nothing uses earlier stays in its wave', () => {
  const tasks = [task('Namespace', 'annex', { namespace: '', wave: 2 }), task('ConfigMap', 'prices')]

  expect(names(orderTasks(tasks, ''))).toEqual(['Sync 0 ConfigMap prices', 'Sync 2 Namespace annex'])
})

test('waves are cut where phase or wave changes', () => {
  const ordered = orderTasks(
    [
      task('Job', 'a', { phase: 'PreSync' }),
      task('Job', 'b'),
      task('Job', 'c'),
      task('Job', 'd', { wave: 1 }),
    ],
    '',
  )

  const waves = groupWaves(ordered)

  expect(waves.map(({ phase, wave, tasks }) => [phase, wave, tasks.length])).toEqual([
    ['PreSync', 0, 1],
    ['Sync', 0, 2],
    ['Sync', 1, 1],
  ])
  expect(groupWaves([])).toEqual([])
})
