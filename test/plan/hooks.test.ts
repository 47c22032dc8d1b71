import { expect, test } from 'vitest'
import { type Annotated, hookTypesOf, isHook, isSkipped } from '../../src/diff/hook-marks.ts'
import { deletePoliciesOf, hookName, hookPhasesOf } from '../../src/plan/hooks.ts'

const hook = 'argocd.argoproj.io/hook'
const policy = 'argocd.argoproj.io/hook-delete-policy'

function annotated(annotations: { readonly [name: string]: string }): Annotated {
  return { metadata: { annotations } }
}

test.each<[{ readonly [name: string]: string }, readonly string[], boolean, boolean]>([
  [{}, [], false, false],
  [{ [hook]: 'PreSync' }, ['PreSync'], true, false],
  [{ [hook]: ' PostSync , PreSync,PostSync' }, ['PostSync', 'PreSync'], true, false],
  [{ [hook]: 'Skip' }, ['Skip'], false, true],
  [{ [hook]: 'Skip,Sync' }, ['Skip', 'Sync'], true, false],
  [{ [hook]: 'Whenever' }, [], true, false],
  [{ [hook]: '' }, [], true, false],
  [{ [hook]: 'presync' }, [], true, false],
  [{ [hook]: 'PreDelete' }, ['PreDelete'], true, false],
  [{ [hook]: '__proto__' }, [], true, false],
  [{ 'helm.sh/hook': 'post-install,post-upgrade' }, ['PostSync'], true, false],
  [{ 'helm.sh/hook': 'crd-install' }, [], false, false],
  [{ 'helm.sh/hook': 'test' }, [], true, false],
  [{ [hook]: 'Sync', 'helm.sh/hook': 'pre-install' }, ['Sync'], true, false],
  [{ [hook]: 'Whenever', 'helm.sh/hook': 'pre-install' }, ['PreSync'], true, false],
])('%o: types, whether it is a hook, whether it is skipped', (annotations, types, hooked, skipped) => {
  const object = annotated(annotations)

  expect(hookTypesOf(object)).toEqual(types)
  expect(isHook(object)).toBe(hooked)
  expect(isSkipped(object)).toBe(skipped)
})

test('a hook runs in every phase of a sync that it names, in the order of the phases', () => {
  expect(hookPhasesOf(annotated({ [hook]: 'SyncFail,PostSync,PreSync,PostDelete' }))).toEqual([
    'PreSync',
    'PostSync',
    'SyncFail',
  ])
})

test.each([
  [{}, ['BeforeHookCreation']],
  [{ [policy]: 'HookSucceeded' }, ['HookSucceeded']],
  [{ [policy]: 'HookFailed,HookSucceeded' }, ['HookSucceeded', 'HookFailed']],
  [{ [policy]: 'Never' }, ['BeforeHookCreation']],
  [
    { [policy]: 'HookFailed', 'helm.sh/hook-delete-policy': 'before-hook-creation' },
    ['HookFailed', 'BeforeHookCreation'],
  ],
  [{ 'helm.sh/hook-delete-policy': 'hook-succeeded, hook-failed' }, ['HookSucceeded', 'HookFailed']],
])('%o: when the hook is deleted', (annotations, policies) => {
  expect(deletePoliciesOf(annotated(annotations))).toEqual(policies)
})

test('a generated name holds commit, phase and start, and is the same for every try', () => {
  const manifest = { apiVersion: 'batch/v1', kind: 'Job', metadata: { generateName: 'migrate-' } }
  const run = { commit: '0123456789abcdef', phase: 'PreSync', startedAt: '2026-03-04T05:06:07.890Z' } as const

  expect(hookName(manifest, run)).toBe('migrate-0123456-presync-1772600767')
  expect(hookName(manifest, { ...run, commit: 'v1.20.0' })).toBe('migrate-v1.20.0-presync-1772600767')
})

test('a declared name is kept', () => {
  const metadata = { name: 'migrate', generateName: 'migrate-' }
  const run = { commit: '0123456789abcdef', phase: 'PreSync', startedAt: '2026-03-04T05:06:07Z' } as const

  expect(hookName({ apiVersion: 'batch/v1', kind: 'Job', metadata }, run)).toBe('migrate')
})
