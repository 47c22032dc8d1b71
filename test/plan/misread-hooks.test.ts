import { expect, test } from 'vitest'
import { misreadIn } from '../../src/plan/misread-hooks.ts'

const hook = 'argocd.argoproj.io/hook'
const policy = 'argocd.argoproj.io/hook-delete-policy'
const helm = 'helm.sh/hook'
const helmPolicy = 'helm.sh/hook-delete-policy'

type Annotations = { readonly [name: string]: string }
type Told = readonly [annotation: string, words: readonly string[], countsAs: readonly string[]]

function toldOf(annotations: Annotations): readonly Told[] {
  return misreadIn({ metadata: { annotations } }).map(
    ({ annotation, words, countsAs }) => [annotation, words, countsAs] as const,
  )
}

test.each<[Annotations, readonly Told[]]>([
  [{ [hook]: 'presync' }, [[hook, ['presync'], []]]],
  [{ [hook]: 'PreSync, postsync' }, [[hook, ['postsync'], ['PreSync']]]],
  [{ [hook]: '' }, [[hook, [''], []]]],
  [{ [hook]: '__proto__' }, [[hook, ['__proto__'], []]]],
  [{ [hook]: 'Whenever', [helm]: 'pre-install' }, [[hook, ['Whenever'], ['PreSync']]]],
  [{ [helm]: 'pre-instal' }, [[helm, ['pre-instal'], []]]],
  [{ [helm]: 'post-install,post-updrade' }, [[helm, ['post-updrade'], ['PostSync']]]],
  [{ [hook]: 'Sync', [policy]: 'HookSuceeded' }, [[policy, ['HookSuceeded'], ['BeforeHookCreation']]]],
  [{ [hook]: 'Sync', [policy]: 'HookFailed,hook-failed' }, [[policy, ['hook-failed'], ['HookFailed']]]],
  [
    { [helm]: 'post-install', [helmPolicy]: 'hook-success' },
    [[helmPolicy, ['hook-success'], ['BeforeHookCreation']]],
  ],
])('%o: words that name nothing, and what the hook counts as without them', (annotations, told) => {
  expect(toldOf(annotations)).toEqual(told)
})

test.each<[string, Annotations]>([
  ['a hook whose words are all known', { [hook]: 'PreSync,PostDelete', [policy]: 'HookSucceeded' }],
  ['a hook of Helm', { [helm]: 'pre-install,pre-upgrade', [helmPolicy]: 'before-hook-creation' }],
  ['what Helm alone runs', { [helm]: 'test' }],
  ['what only Helm understands of a hook with a phase', { [hook]: 'Sync', [helm]: 'whenever' }],
  ['a hook that says nothing of its deletion', { [hook]: 'Sync', [policy]: '' }],
  ['an object that is to be skipped', { [hook]: 'Skip', [policy]: 'never' }],
  ['an object that is no hook', { [policy]: 'never' }],
])('%s is not told of', (_, annotations) => {
  expect(toldOf(annotations)).toEqual([])
})
