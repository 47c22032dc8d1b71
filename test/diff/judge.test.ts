import { expect, test } from 'vitest'
import { ClusterError, type ClusterErrorCode } from '../../src/cluster/cluster-error.ts'
import type { DesiredObject } from '../../src/diff/desired-objects.ts'
import { askJudge } from '../../src/diff/judge.ts'

const till: DesiredObject = {
  key: { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'till' },
  manifest: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'till', namespace: 'shop' } },
  namespaced: true,
}
const secret: DesiredObject = {
  key: { group: '', kind: 'Secret', namespace: 'shop', name: 'key' },
  manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'shop' } },
  namespaced: true,
}

function refusal(code: ClusterErrorCode, what: string, field?: string): ClusterError {
  return new ClusterError(code, `deployments.apps shop/till: ${what}; correct the manifest`, {
    turn: 'author',
    retryable: false,
    subject: { object: 'deployments.apps shop/till' },
    reason: 'Invalid',
    causes: field === undefined ? [] : [{ reason: 'FieldValueInvalid', field, message: what }],
  })
}

function ask(error: unknown, object: DesiredObject = till, isLive = true) {
  return askJudge(
    () => Promise.reject(error),
    object,
    (text) => text.replace('hunter2', '(secret)'),
    isLive,
  )
}

test.each<[ClusterErrorCode, string, string, string]>([
  ['invalid', 'spec.selector: Invalid value: field is immutable', 'rejected', 'immutable'],
  [
    'invalid',
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas' are forbidden",
    'rejected',
    'immutable',
  ],
  ['invalid', 'spec.clusterIP: Invalid value: may not change once set', 'rejected', 'immutable'],
  ['invalid', 'spec.x: Invalid value: is not immutable', 'rejected', 'invalid'],
  ['invalid', 'roleRef: Invalid value: cannot change roleRef', 'rejected', 'immutable'],
  ['invalid', 'spec.replicas: Invalid value: must be greater than or equal to 0', 'rejected', 'invalid'],
  ['bad-request', 'metadata.managedFields must be nil', 'rejected', 'invalid'],
  ['bad-name', 'the name is no name', 'rejected', 'invalid'],
  ['denied', 'admission webhook "policy.example.com" denied the request: no', 'rejected', 'denied'],
  ['denied', 'pods "till" is forbidden: exceeded quota: small', 'rejected', 'quota'],
  ['forbidden', 'User "plumbline" cannot patch resource', 'rejected', 'forbidden'],
  ['conflict', 'the object has been modified', 'unverified', 'unreachable'],
  ['apply-conflict', 'Apply failed with 1 conflict', 'rejected', 'conflict'],
  ['already-exists', 'it exists', 'rejected', 'conflict'],
  ['unknown-kind', 'the server could not find the requested resource', 'rejected', 'unknown-kind'],
  ['not-found', 'namespaces "shop" not found', 'rejected', 'no-namespace'],
  ['no-dry-run', 'admission webhook "w" does not support dry run', 'unverified', 'webhook-refuses-dry-run'],
  ['unreachable', 'no answer', 'unverified', 'unreachable'],
  ['timeout', 'no answer in time', 'unverified', 'unreachable'],
  ['unauthorized', 'Unauthorized', 'unverified', 'unreachable'],
  ['unavailable', 'failed calling webhook', 'unverified', 'unreachable'],
  ['too-many-requests', 'slow down', 'unverified', 'unreachable'],
])('%s, %s: %s as %s', async (code, what, kind, reason) => {
  expect(await ask(refusal(code, what))).toMatchObject({ kind, reason, message: what })
})

test('what is not live cannot be immutable', async () => {
  const answer = await ask(refusal('invalid', 'spec.x: field is immutable'), till, false)

  expect(answer).toMatchObject({ kind: 'rejected', reason: 'invalid' })
})

test('the field is named and a remedy given', async () => {
  const answer = await ask(refusal('invalid', 'field is immutable', 'spec.selector'))

  expect(answer).toMatchObject({
    field: 'spec.selector',
    remedy: 'keep the live value, or let the sync option Force=true delete the object and create it again',
  })
})

test('secrets are taken out of what the server says', async () => {
  expect(await ask(refusal('invalid', 'env: Invalid value: "hunter2"'))).toMatchObject({
    message: 'env: Invalid value: "(secret)"',
  })
})

test('of a Secret not a word of the server is repeated', async () => {
  expect(await ask(refusal('invalid', 'data.k: Invalid value: "aHVudGVyMg"'), secret)).toMatchObject({
    kind: 'rejected',
    reason: 'invalid',
    message: 'the API server answered: Invalid',
  })
})

test('an error that is no refusal is thrown on', async () => {
  await expect(ask(new TypeError('broken'))).rejects.toThrow('broken')
})
