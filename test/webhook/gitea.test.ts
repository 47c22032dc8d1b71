import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receiveGitea } from '../../src/webhook/gitea.ts'
import type { Intake, WebhookHost } from '../../src/webhook/intake.ts'
import { aSha } from '../support/builders.ts'
import { sign } from '../support/sign.ts'

const zeros = '0'.repeat(40)
const hosts: readonly WebhookHost[] = [
  { name: 'old', secrets: ['', 'retired'], permits: () => true },
  { name: 'git', secrets: ['first', 'second'], permits: ({ owner }) => owner === 'team' },
]
const push = {
  ref: 'refs/heads/main',
  before: aSha('old'),
  after: aSha('new'),
  repository: { full_name: 'team/config' },
}

interface Sent {
  readonly event?: string
  readonly secret?: string
  readonly headers?: Record<string, string>
}

function send(payload: unknown, { event = 'push', secret = 'second', headers }: Sent = {}): Intake {
  const body = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const own = { 'x-gitea-event': event, 'x-gitea-delivery': 'd-1', 'x-gitea-signature': sign(secret, body) }
  return receiveGitea({ headers: new Headers(headers ?? own), body }, hosts)
}

const trigger = {
  kind: 'push',
  host: 'git',
  repository: { host: 'git', owner: 'team', name: 'config' },
  ref: 'refs/heads/main',
  deliveryId: 'd-1',
}

test.each<[string, unknown, Sent, object]>([
  ['a push to a branch', push, {}, { ...trigger, before: push.before, after: push.after }],
  [
    'signed by an older secret',
    push,
    { secret: 'first' },
    { ...trigger, before: push.before, after: push.after },
  ],
  ['a new branch', { ...push, before: zeros }, {}, { ...trigger, after: push.after }],
  [
    'a deleted tag',
    { ...push, ref: 'refs/tags/v1', after: zeros },
    {},
    { ...trigger, ref: 'refs/tags/v1', before: push.before },
  ],
  [
    'a deleted branch',
    { ref: 'old', ref_type: 'branch', repository: push.repository },
    { event: 'delete' },
    { ...trigger, ref: 'refs/heads/old' },
  ],
  [
    'a repository with SHA-256 ids',
    { ...push, before: 'a'.repeat(64), after: 'b'.repeat(64) },
    {},
    { ...trigger, before: 'a'.repeat(64), after: 'b'.repeat(64) },
  ],
])('%s is a trigger', (_, payload, sent, expected) => {
  expect(send(payload, sent)).toEqual({ kind: 'trigger', trigger: expected })
})

test('the headers of Forgejo and the common signature count too', () => {
  const body = new TextEncoder().encode(JSON.stringify(push))
  const forgejo = {
    'x-forgejo-event': 'push',
    'x-forgejo-delivery': 'd',
    'x-forgejo-signature': sign('first', body),
  }
  const common = {
    'x-gitea-event': 'push',
    'x-gitea-delivery': 'd',
    'x-hub-signature-256': `sha256=${sign('first', body)}`,
  }

  expect(send(push, { headers: forgejo }).kind).toBe('trigger')
  expect(send(push, { headers: common }).kind).toBe('trigger')
})

test.each<[string, unknown, Sent]>([
  ['a test delivery', { ...push, before: push.after }, {}],
  ['an event of no meaning here', push, { event: 'wiki' }],
  ['a created branch', push, { event: 'create' }],
  ['a repository that the host may not speak of', { ...push, repository: { full_name: 'other/config' } }, {}],
])('%s is ignored with a reason', (_, payload, sent) => {
  const intake = send(payload, sent)

  expect(intake.kind === 'ignored' && intake.reason).toMatch(/\w{3}/)
})

test('a push that does not say from where to where is one: whoever performs it looks at the branch', () => {
  const { before: _, after: __, ...bare } = push

  expect(send(bare)).toMatchObject({ kind: 'trigger', trigger: { kind: 'push', ref: push.ref } })
})

test('a ping is told apart', () => {
  expect(send({}, { event: 'ping' })).toEqual({ kind: 'ping', deliveryId: 'd-1' })
})

test.each<[string, unknown, Sent, number]>([
  ['a wrong secret', push, { secret: 'third' }, 401],
  ['no secret, though a host has an empty one', push, { secret: '' }, 401],
  [
    'no signature',
    push,
    { headers: { 'x-gitea-event': 'push', 'x-gitea-signature': '', 'x-hub-signature-256': 'sha256=' } },
    401,
  ],
  [
    'a signature that is no digest',
    push,
    { headers: { 'x-gitea-event': 'push', 'x-gitea-signature': 'zz'.repeat(32) } },
    401,
  ],
  ['a body that is no JSON', 'payload=%7B%7D', {}, 400],
  ['a body that is no object', '[]', {}, 400],
  ['a payload without a repository', { ...push, repository: null }, {}, 400],
  ['a repository that leaves its place', { ...push, repository: { full_name: '../config' } }, {}, 400],
  ['a ref that is none', { ...push, ref: 'refs/pull/1/head' }, {}, 400],
  ['keys of another object', '{"__proto__":{"ref":"refs/heads/main"}}', {}, 400],
  ['brackets without end', '['.repeat(200_000), {}, 400],
])('%s is rejected', (_, payload, sent, status) => {
  expect(send(payload, sent)).toMatchObject({ kind: 'rejected', status })
})

const comment = {
  action: 'created',
  is_pull: true,
  issue: { number: 7 },
  pull_request: { head: { sha: aSha('head') } },
  comment: { id: 12, user: { login: 'ada' }, body: '/plumbline plan' },
  repository: push.repository,
}

function say(body: unknown): Intake {
  return send({ ...comment, comment: { ...comment.comment, body } }, { event: 'issue_comment' })
}

test.each<[string, object]>([
  ['/plumbline plan', { kind: 'plan' }],
  ['/plumbline  plan \t\r\nand thanks\n/plumbline ack abcdef', { kind: 'plan' }],
  ['/plumbline ack 0123456789abcdef', { kind: 'acknowledge', digest: '0123456789abcdef' }],
])('the comment %j is a command', (body, command) => {
  expect(say(body)).toEqual({
    kind: 'trigger',
    trigger: {
      kind: 'comment',
      host: 'git',
      repository: { host: 'git', owner: 'team', name: 'config' },
      number: 7,
      commentId: 12,
      author: 'ada',
      command,
      head: aSha('head'),
      deliveryId: 'd-1',
    },
  })
})

test.each<[unknown]>([
  ['nice work'],
  [' /plumbline plan'],
  ['\n/plumbline plan'],
  ['> /plumbline plan'],
  ['/plumbliner plan'],
  ['/plumbline'],
  ['/plumbline Plan'],
  ['/plumbline plan now'],
  ['/plumbline ack'],
  ['/plumbline ack 0123456789abcdef 0123456789abcdef'],
  ['/plumbline ack __proto__'],
  ['/plumbline ack 0123456789abcde\u0491'],
  ['/plumbline constructor'],
  [`/plumbline ack ${'a'.repeat(100_000)}`],
  [`/plumbline${' '.repeat(100_000)}plan`],
  ['\u2028/plumbline plan'],
  [null],
  [['/plumbline plan']],
])('the comment %j asks for nothing, and no text of it is told', (body) => {
  const intake = say(body)

  expect(intake).toMatchObject({ kind: 'ignored', reason: expect.stringMatching(/^[ -~]{10,100}$/) })
})

test.each<[string, object, string]>([
  ['no number', { issue: {} }, 'issue_comment'],
  ['a number that is a text', { issue: { number: '7' } }, 'issue_comment'],
  ['no comment', { comment: null }, 'issue_comment'],
  [
    'an author that leaves its place',
    { comment: { ...comment.comment, user: { login: '../ada' } } },
    'issue_comment',
  ],
  ['no number', { action: 'opened' }, 'pull_request'],
  ['a number below 1', { action: 'opened', number: 0 }, 'pull_request'],
  ['a broken number', { action: 'opened', number: 1.5 }, 'pull_request'],
])('a payload with %s is rejected: %j', (_, changes, event) => {
  expect(send({ ...comment, ...changes }, { event })).toMatchObject({ kind: 'rejected', status: 400 })
})

test('an action of any length is told in a short reason', () => {
  const payload = { ...comment, number: 7, action: '\u001b'.repeat(9000) }
  const intake = send(payload, { event: 'pull_request' })

  expect(intake.kind === 'ignored' && intake.reason).toMatch(/^[ -~]{10,500}$/)
})

test('one flipped bit anywhere in the body or the signature is rejected', () => {
  const body = new TextEncoder().encode(JSON.stringify(push))
  const signature = sign('first', body)
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.nat(7), fc.nat(63), (at, bit, digit) => {
      const flipped = body.slice()
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
      const nibble = Number.parseInt(signature[digit] ?? '', 16) ^ (1 << (bit % 4))
      const forged = signature.slice(0, digit) + nibble.toString(16) + signature.slice(digit + 1)
      const headers = (text: string) => new Headers({ 'x-gitea-event': 'push', 'x-gitea-signature': text })

      expect(receiveGitea({ headers: headers(signature), body: flipped }, hosts)).toMatchObject({
        status: 401,
      })
      expect(receiveGitea({ headers: headers(forged), body }, hosts)).toMatchObject({ status: 401 })
    }),
  )
})
