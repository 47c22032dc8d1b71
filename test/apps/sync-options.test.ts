import { expect, test } from 'vitest'
import { whyContradicted, whyNotHonoured } from '../../src/apps/sync-options.ts'

test.each([
  'ApplyOutOfSyncOnly=true',
  'ClientSideApplyMigration=false',
  'CreateNamespace=true',
  'Delete=confirm',
  'Delete=false',
  'FailOnSharedResource=true',
  'Force=true',
  'Prune=confirm',
  'Prune=false',
  'PruneLast=true',
  'PrunePropagationPolicy=background',
  'PrunePropagationPolicy=foreground',
  'PrunePropagationPolicy=orphan',
  'Replace=true',
  'RespectIgnoreDifferences=true',
  'ServerSideApply=true',
  'SkipDryRunOnMissingResource=true',
  'Validate=false',
])('%s of an application is honoured', (option) => {
  expect(whyNotHonoured(option, 'application')).toBeUndefined()
})

test.each([
  'Delete=confirm',
  'Delete=false',
  'Force=true',
  'Prune=confirm',
  'Prune=false',
  'PruneLast=true',
  'Replace=true',
  'ServerSideApply=true',
  'SkipDryRunOnMissingResource=true',
  'Validate=false',
])('%s of an object is honoured', (option) => {
  expect(whyNotHonoured(option, 'object')).toBeUndefined()
})

test.each([
  'ClientSideApplyMigration=false',
  'CreateNamespace=true',
  'PrunePropagationPolicy=orphan',
  'RespectIgnoreDifferences=true',
])('%s of an object would do nothing, and is refused', (option) => {
  expect(whyNotHonoured(option, 'object')).toBe(
    'is for applications alone; set it in spec.syncPolicy.syncOptions',
  )
})

test.each([
  ['ServerSideApply=false', 'cannot be honoured: every object is applied on the server’s side'],
  ['FailOnSharedResource=false', 'cannot be honoured: one object never belongs to two applications here'],
  ['Prune=fasle', 'is not supported; Prune may be true, false, confirm'],
  ['prune=false', 'is no sync option that is supported'],
  ['Prune', 'is no sync option that is supported'],
  ['toString=true', 'is no sync option that is supported'],
  ['', 'is no sync option that is supported'],
])('%j is refused, by why', (option, why) => {
  expect(whyNotHonoured(option, 'application')).toBe(why)
  expect(whyNotHonoured(option, 'object')).toBe(why)
})

test.each<[string, readonly string[], string | undefined]>([
  ['Prune=true', ['Prune=true', 'Prune=false'], 'contradicts Prune=false; keep one of them'],
  ['Delete=confirm', ['Delete=false', 'Delete=confirm'], 'contradicts Delete=false; keep one of them'],
  ['Prune=true', ['Prune=true', 'Prune=true'], undefined],
  ['Prune=true', ['Prune=true', 'PruneLast=false'], undefined],
  ['Prune', ['Prune', 'Delete=false'], undefined],
])('%s beside %j', (option, others, why) => {
  expect(whyContradicted(option, others)).toBe(why)
})
