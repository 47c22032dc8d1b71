import { expect, test } from 'vitest'
import { syncOption } from '../../src/diff/sync-option.ts'

function saying(options: string) {
  return { metadata: { annotations: { 'argocd.argoproj.io/sync-options': options } } }
}

test.each<[string, string, string | undefined]>([
  ['nothing', '', undefined],
  ['one value', 'Prune=true', 'true'],
  ['an option whose name begins alike', 'PruneLast=false', undefined],
  ['first to delete and then not to', 'Prune=true,Prune=false', 'false'],
  ['first not to delete and then to', 'Prune=false, Prune=true', 'false'],
  ['to delete, and to ask', 'Prune=true,Prune=confirm', 'confirm'],
  ['to ask, and not to delete', 'Prune=confirm,Prune=false', 'false'],
])('an object that says %s', (_, options, value) => {
  expect(syncOption('Prune', [], saying(options))).toBe(value)
})

test.each<[string, readonly string[], readonly string[], string | undefined]>([
  ['an object before its application', ['Prune=true'], ['Prune=false'], 'true'],
  ['the first object before the second', ['Prune=true', 'Prune=false'], [], 'true'],
  ['an application where no object says it', ['Replace=true'], ['Prune=confirm', 'Prune=true'], 'confirm'],
])('%s', (_, objects, application, value) => {
  expect(syncOption('Prune', application, ...objects.map(saying))).toBe(value)
})
