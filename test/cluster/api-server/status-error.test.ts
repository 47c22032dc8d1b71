import { expect, test } from 'vitest'
import { statusError, transportError } from '../../../src/cluster/api-server/status-error.ts'
import type { ClusterErrorCode } from '../../../src/cluster/cluster-error.ts'
import type { Turn } from '../../../src/errors.ts'

const asItIs = (text: string) => text
const subject = {
  object: 'deployments.apps shop/web',
  cluster: 'prod',
  redact: asItIs,
  redactField: asItIs,
}
const webhook = 'admission webhook "check.example.test"'

interface Row {
  readonly status: number
  readonly reason?: string
  readonly message?: string
  readonly details?: { readonly [key: string]: string | readonly { readonly [key: string]: string }[] }
  readonly is: ClusterErrorCode
  readonly turn: Turn
  readonly retryable?: true
}

const conflictCause = {
  reason: 'FieldManagerConflict',
  field: '.spec.replicas',
  message: 'conflict with "hpa"',
}

test.for<Row>([
  { status: 400, reason: 'BadRequest', message: 'bad', is: 'bad-request', turn: 'author' },
  { status: 400, message: 'strict decoding error: unknown field "spec.x"', is: 'invalid', turn: 'author' },
  { status: 400, message: `${webhook} does not support dry run`, is: 'no-dry-run', turn: 'operator' },
  { status: 400, message: `${webhook} denied the request: no`, is: 'denied', turn: 'author' },
  { status: 401, is: 'unauthorized', turn: 'operator' },
  { status: 403, message: 'pods "a" is forbidden: User "x" cannot get', is: 'forbidden', turn: 'operator' },
  {
    status: 403,
    message: 'roles "a" is forbidden: user "x" (groups=[]) is attempting',
    is: 'forbidden',
    turn: 'operator',
  },
  { status: 403, message: 'pods "a" is forbidden: exceeded quota: q', is: 'denied', turn: 'author' },
  { status: 403, message: 'pods "a" is forbidden: violates PodSecurity', is: 'denied', turn: 'author' },
  {
    status: 403,
    details: { causes: [{ reason: 'NamespaceTerminating', message: 'it goes' }] },
    is: 'denied',
    turn: 'platform',
    retryable: true,
  },
  { status: 404, is: 'unknown-kind', turn: 'author' },
  { status: 404, details: { name: 'web' }, is: 'not-found', turn: 'author' },
  { status: 405, is: 'bad-request', turn: 'author' },
  { status: 408, is: 'timeout', turn: 'platform', retryable: true },
  { status: 409, reason: 'AlreadyExists', is: 'already-exists', turn: 'author' },
  { status: 409, reason: 'Conflict', is: 'conflict', turn: 'platform', retryable: true },
  {
    status: 409,
    reason: 'Conflict',
    details: { causes: [conflictCause] },
    is: 'apply-conflict',
    turn: 'author',
  },
  { status: 410, reason: 'Expired', is: 'expired', turn: 'platform', retryable: true },
  { status: 413, is: 'invalid', turn: 'author' },
  { status: 422, reason: 'Invalid', is: 'invalid', turn: 'author' },
  {
    status: 422,
    message: "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no",
    is: 'denied',
    turn: 'author',
  },
  { status: 429, is: 'too-many-requests', turn: 'platform', retryable: true },
  { status: 500, message: 'failed to create typed patch object (…)', is: 'invalid', turn: 'author' },
  {
    status: 500,
    message: 'etcdserver: request timed out',
    is: 'unavailable',
    turn: 'platform',
    retryable: true,
  },
  {
    status: 500,
    reason: 'InternalError',
    message: 'failed calling webhook "w"',
    is: 'unavailable',
    turn: 'platform',
    retryable: true,
  },
  { status: 503, is: 'unavailable', turn: 'platform', retryable: true },
  { status: 504, is: 'timeout', turn: 'platform', retryable: true },
  { status: 302, is: 'malformed', turn: 'operator' },
])('an answer $status $reason $message is $is, a turn of the $turn', (row) => {
  const { status, is, turn, retryable = false, reason = '', message = '', details = {} } = row

  const error = statusError(
    { status, body: { kind: 'Status', reason, message, details }, retryAfter: null },
    subject,
  )

  expect({ code: error.code, turn: error.turn, retryable: error.retryable, status: error.status }).toEqual({
    code: is,
    turn,
    retryable,
    status,
  })
  expect(error.message).toMatch(/^deployments\.apps shop\/web: .*; /)
  expect(error.subject).toEqual({ object: 'deployments.apps shop/web', cluster: 'prod' })
})

test('causes are kept with their fields', () => {
  const body = { kind: 'Status', reason: 'Conflict', details: { causes: [conflictCause, 'nonsense', {}] } }

  const error = statusError({ status: 409, body, retryAfter: null }, subject)

  expect(error.causes).toEqual([conflictCause, { reason: '', message: '' }])
})

test('every text of a refusal passes the redactor', () => {
  const redact = (text: string) => text.replaceAll('canary', '(secret)')
  const causes = [{ reason: 'FieldValueInvalid', field: 'data[canary]', message: 'canary' }]
  const body = { kind: 'Status', message: 'canary', details: { causes } }

  const error = statusError(
    { status: 422, body, retryAfter: null },
    { ...subject, redact, redactField: redact },
  )

  expect(JSON.stringify([error.message, error.stack, error.causes])).not.toContain('canary')
  expect(error.causes[0]?.field).toBe('data[(secret)]')
})

test('a body that is no Status is not told', () => {
  const error = statusError({ status: 503, body: { message: '<html>canary' }, retryAfter: null }, subject)

  expect(error.message).toContain('the API server answered 503')
  expect(error.message).not.toContain('canary')
})

test.for<[string | null, number | undefined]>([
  ['7', 7],
  ['0', 0],
  ['-1', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [null, undefined],
])('Retry-After %j is %j seconds', ([retryAfter, seconds]) => {
  expect(statusError({ status: 429, body: undefined, retryAfter }, subject).retryAfter).toBe(seconds)
})

test('a connection that failed tells its system code and no more', () => {
  const inner = Object.assign(new Error('connect to canary'), { code: 'ECONNREFUSED' })

  const error = transportError(new TypeError('fetch failed: canary', { cause: inner }), subject)

  expect(error).toMatchObject({ code: 'unreachable', status: 0, turn: 'platform', retryable: true })
  expect(error.message).toContain('ECONNREFUSED')
  expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain('canary')
})

test('a silent connection is a timeout', () => {
  expect(transportError(new DOMException('silent', 'TimeoutError'), subject).code).toBe('timeout')
})

test.for([400, 403, 404, 405, 409, 410, 422])(
  'a bare %i of a proxy is no verdict on what was sent',
  (status) => {
    const refusals = [undefined, { message: 'not found' }, { kind: 'Page' }].map((body) =>
      statusError({ status, body, retryAfter: null }, subject),
    )

    expect(refusals.map(({ code, turn }) => `${code} ${turn}`)).toEqual(Array(3).fill('malformed operator'))
  },
)

test('the bare 404 by which an API server tells that it has no such group is one', () => {
  const refusal = { status: 404, body: undefined, isUnservedPath: true, retryAfter: null }

  expect(statusError(refusal, subject)).toMatchObject({ code: 'unknown-kind', turn: 'author' })
})
