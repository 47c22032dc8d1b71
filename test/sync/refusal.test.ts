import { expect, test } from 'vitest'
import { statusError } from '../../src/cluster/api-server/status-error.ts'
import { refusalOf } from '../../src/sync/refusal.ts'

function refused(message: string, details: object = {}): unknown {
  const body = { kind: 'Status', reason: 'Forbidden', message, details: { ...details } }
  const subject = {
    object: 'pods shop/a',
    cluster: 'prod',
    redact: (text: string) => text,
    redactField: (text: string) => text,
  }
  return statusError({ status: 403, body, retryAfter: null }, subject)
}

test('a refusal is told without the object, which stands before it anyway', () => {
  expect(refusalOf(refused('pods "a" is forbidden: violates PodSecurity'), false)).toEqual({
    kind: 'refused',
    message:
      'pods "a" is forbidden: violates PodSecurity; comply with the cluster\'s admission rules, or have them changed',
  })
})

test('whoever exceeds a quota is told to ask for less', () => {
  expect(refusalOf(refused('pods "a" is forbidden: exceeded quota: q'), false)).toEqual({
    kind: 'refused',
    message: 'pods "a" is forbidden: exceeded quota: q; ask for less, or have the quota raised',
  })
})

test('a namespace that is being deleted is waited for', () => {
  const error = refused('it is being terminated', { causes: [{ reason: 'NamespaceTerminating' }] })

  expect(refusalOf(error, false)).toEqual({
    kind: 'postponed',
    message: 'it is being terminated; it is tried again',
  })
})
