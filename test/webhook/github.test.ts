import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiveGithub } from '../../src/webhook/github.ts'
import type { Intake, WebhookHost } from '../../src/webhook/intake.ts'
import { aSha } from '../support/builders.ts'
import { sign } from '../support/sign.ts'

const zeros = '0'.repeat(40)
const hosts: readonly WebhookHost[] = [
  { name: 'old', secrets: ['', 'retired'], permits: () => true },
  { name: 'hub', secrets: ['first', 'second'], permits: ({ owner }) => owner === 'team' },
]
const anybody: readonly WebhookHost[] = [{ name: 'hub', secrets: ['second'], permits: () => true }]
const repository = { host: 'hub', owner: 'team', name: 'config' }
const about = { repository: { full_name: 'team/config' } }
const push = { ref: 'refs/heads/main', before: aSha('old'), after: aSha('new'), forced: false, ...about }

interface Sent {
  readonly event?: string
  readonly secret?: string
  readonly headers?: Record<string, string>
  readonly hosts?: readonly WebhookHost[]
}

function send(payload: unknown, sent: Sent = {}): Promise<Intake> {
  const { event = 'push', secret = 'second', headers } = sent
  const body = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
  const own = {
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': 'd-1',
    'x-hub-signature-256': `sha256=${sign(secret, body)}`,
  }
  return receiveGithub({ headers: new Headers(headers ?? own), body }, sent.hosts ?? hosts)
}

const trigger = { kind: 'push', host: 'hub', repository, ref: 'refs/heads/main', deliveryId: 'd-1' }

test.each<[string, object, object]>([
  ['a push to a branch', push, { before: push.before, after: push.after }],
  ['a push by force', { ...push, forced: true }, { before: push.before, after: push.after, forced: true }],
  ['a new branch', { ...push, before: zeros, created: true }, { after: push.after }],
  ['a deleted branch', { ...push, after: zeros, deleted: true, head_commit: null }, { before: push.before }],
  [
    'a moved tag',
    { ...push, ref: 'refs/tags/v1' },
    { ref: 'refs/tags/v1', before: push.before, after: push.after },
  ],
])('%s is a trigger', async (_, payload, expected) => {
  expect(await send(payload)).toEqual({ kind: 'trigger', trigger: { ...trigger, ...expected } })
})

test('secrets are rotated by naming both', async () => {
  expect((await send(push, { secret: 'first' })).kind).toBe('trigger')
  expect((await send(push, { secret: 'second' })).kind).toBe('trigger')
})

const pull = { number: 7, ...about }
const aPull = { kind: 'pullRequest', host: 'hub', repository, number: 7, deliveryId: 'd-1' }

test.each<[string, object]>([
  ['opened', {}],
  ['synchronize', {}],
  ['reopened', {}],
  ['edited', { changes: { base: { ref: { from: 'main' } }, title: { from: 'x' } } }],
  ['ready_for_review', {}],
  ['converted_to_draft', {}],
  ['closed', {}],
])('a pull request that was %s is looked at again', async (action, more) => {
  const payload = { ...pull, action, ...more }

  expect(await send(payload, { event: 'pull_request' })).toEqual({ kind: 'trigger', trigger: aPull })
})

const comment = {
  action: 'created',
  issue: { number: 7, pull_request: { url: 'https://api.github.com/x' } },
  comment: {
    id: 3,
    user: { login: 'ada' },
    body: '/plumbline ack 0123456789ab\r\nplease',
    author_association: 'OWNER',
  },
  ...about,
}

test('a command in a new comment is a trigger without a head, which GitHub does not tell', async () => {
  expect(await send(comment, { event: 'issue_comment' })).toEqual({
    kind: 'trigger',
    trigger: {
      kind: 'comment',
      host: 'hub',
      repository,
      number: 7,
      commentId: 3,
      author: 'ada',
      deliveryId: 'd-1',
      command: { kind: 'acknowledge', digest: '0123456789ab' },
    },
  })
})

const group = {
  head_sha: aSha('group'),
  head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x',
  base_ref: 'refs/heads/main',
}

test('a merge group that asks for checks is a trigger that names the branch of the queue', async () => {
  const payload = { action: 'checks_requested', merge_group: group, ...about }
  const expected = { kind: 'mergeGroup', host: 'hub', repository, ref: group.head_ref, baseRef: 'main' }

  expect(await send(payload, { event: 'merge_group' })).toEqual({
    kind: 'trigger',
    trigger: { ...expected, deliveryId: 'd-1' },
  })
})

test.each<[string, object, Sent, RegExp]>([
  ['a push that moves nothing', { ...push, before: push.after }, {}, /nothing moved/],
  ['an event of no meaning here', push, { event: 'check_suite' }, /means nothing/],
  ['a created branch', push, { event: 'create' }, /told by its push/],
  ['a repository of somebody else', { ...push, repository: { full_name: 'other/config' } }, {}, /not among/],
  ['a label', { ...pull, action: 'labeled' }, { event: 'pull_request' }, /changes no plan/],
  ['a title', { ...pull, action: 'edited', changes: { title: {} } }, { event: 'pull_request' }, /texts/],
  ['an edited comment', { ...comment, action: 'edited' }, { event: 'issue_comment' }, /only a new comment/],
  [
    'a comment on an issue',
    { ...comment, issue: { number: 7 } },
    { event: 'issue_comment' },
    /no pull request/,
  ],
  [
    'a comment by our own account',
    { ...comment, comment: { id: 3, user: { login: 'plumbline[bot]' }, body: 'plan' } },
    { event: 'issue_comment' },
    /does not speak/,
  ],
  [
    'a command of a deleted account',
    { ...comment, comment: { ...comment.comment, user: null } },
    { event: 'issue_comment' },
    /no author/,
  ],
  [
    'a merge group that is gone',
    { action: 'destroyed', merge_group: group, ...about },
    { event: 'merge_group' },
    /gone/,
  ],
])('%s is ignored with a reason', async (_, payload, sent, reason) => {
  expect(await send(payload, sent)).toMatchObject({ kind: 'ignored', reason: expect.stringMatching(reason) })
})

test('a ping is told apart', async () => {
  expect(await send({ zen: 'x' }, { event: 'ping' })).toEqual({ kind: 'ping', deliveryId: 'd-1' })
})

const signature = (text: string) => ({ 'x-github-event': 'push', 'x-hub-signature-256': text })
const right = sign('second', new TextEncoder().encode(JSON.stringify(push)))

test.each<[string, Record<string, string>]>([
  ['absent', { 'x-github-event': 'push' }],
  ['empty', signature('')],
  ['a prefix alone', signature('sha256=')],
  ['bare hex, as Gitea has it', signature(right)],
  ['of the old kind alone', { 'x-github-event': 'push', 'x-hub-signature': `sha1=${right.slice(0, 40)}` }],
  ['no hex', signature(`sha256=${'z'.repeat(64)}`)],
  ['too short', signature(`sha256=${right.slice(0, 62)}`)],
  ['too long', signature(`sha256=${right}00`)],
  ['there twice', signature(`sha256=${right}, sha256=${right}`)],
  ["in Gitea's header", { 'x-github-event': 'push', 'x-gitea-signature': right }],
])('a signature that is %s is refused', async (_, headers) => {
  expect(await send(push, { headers })).toMatchObject({ kind: 'rejected', status: 401 })
})

test('a signature in capital letters fits', async () => {
  const headers = signature(`sha256=${right.toUpperCase()}`)
  expect((await send(push, { headers })).kind).toBe('trigger')
})

test('neither an unknown secret nor an empty one signs', async () => {
  expect(await send(push, { secret: 'third' })).toMatchObject({ status: 401 })
  expect(await send(push, { secret: '' })).toMatchObject({ status: 401 })
  expect(await send(push, { hosts: [] })).toMatchObject({ status: 401 })
})

test('a signature is for every byte of the body, and bytes that are no text are refused', async () => {
  const text = JSON.stringify(push)
  const headers = new Headers(signature(`sha256=${right}`))
  for (const body of [`${text}\n`, `\ufeff${text}`, '']) {
    const received = await receiveGithub({ headers, body: new TextEncoder().encode(body) }, hosts)
    expect(received).toMatchObject({ status: 401 })
  }
  const broken = new Uint8Array([0x22, 0xff, 0x22])
  const signed = new Headers(signature(`sha256=${sign('second', broken)}`))
  expect(await receiveGithub({ headers: signed, body: broken }, hosts)).toMatchObject({ status: 401 })
})

test.each<[string, unknown, Sent]>([
  ['no JSON', 'ref=main', {}],
  ['a list', '[]', {}],
  ['no repository', { ...push, repository: null }, {}],
  ['a repository that leaves its place', { ...push, repository: { full_name: '../x' } }, {}],
  ['no ref', { ...push, ref: 'main' }, {}],
  ['a ref with a line break', { ...push, ref: 'refs/heads/a\nb' }, {}],
  ['no number', { action: 'opened', ...about }, { event: 'pull_request' }],
  ['no comment', { ...comment, comment: [] }, { event: 'issue_comment' }],
  ['no merge group', { action: 'checks_requested', ...about }, { event: 'merge_group' }],
])('a genuine delivery with %s cannot be used', async (_, payload, sent) => {
  expect(await send(payload, sent)).toMatchObject({ kind: 'rejected', status: 400 })
})

test('a hook that sends forms is told what to change', async () => {
  const headers = { ...signature('sha256='), 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send('payload=x', { headers })).toMatchObject({
    status: 400,
    reason: expect.stringMatching(/json/),
  })
})

test('whatever is signed is answered, never thrown', async () => {
  const events = fc.constantFrom('push', 'pull_request', 'issue_comment', 'merge_group', 'ping', '__proto__')
  const kinds = ['trigger', 'ping', 'ignored', 'rejected']
  await fc.assert(
    fc.asyncProperty(events, fc.json({ maxDepth: 4 }), fc.anything(), async (event, payload, more) => {
      const mixed = JSON.stringify({ ...comment, ...push, action: more, issue: more, merge_group: more })
      for (const one of [payload, mixed]) expect(kinds).toContain((await send(one, { event })).kind)
    }),
    { numRuns: 100 },
  )
})

interface Examples {
  readonly name: string
  readonly examples: readonly object[]
}

/** What GitHub sent to others: by event, with what comes of it. */
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Examples[]

describe('payloads that GitHub sent to others', () => {
  const outcomes: Readonly<Record<string, readonly (readonly [number, RegExp])[]>> = {
    push: [[7, /^trigger push$/]],
    pull_request: [
      [15, /^trigger pullRequest$/],
      [14, /^ignored: the action ".*" changes no plan$/],
    ],
    issue_comment: [[9, /^ignored: the comment is on no pull request$/]],
    merge_group: [[2, /^trigger mergeGroup$/]],
    ping: [[4, /^ping$/]],
  }

  test.each(Object.entries(outcomes))(
    'of the event %s each give a trigger or a reason',
    async (event, expected) => {
      const payloads = examples.find(({ name }) => name === event)?.examples ?? []
      const told = await Promise.all(
        payloads.map(async (payload) => {
          const intake = await send(payload, { event, hosts: anybody })
          if (intake.kind === 'trigger') return `trigger ${intake.trigger.kind}`
          return intake.kind === 'ping' ? 'ping' : `${intake.kind}: ${intake.reason}`
        }),
      )

      expect(told).toHaveLength(expected.reduce((sum, [count]) => sum + count, 0))
      for (const [count, outcome] of expected)
        expect(told.filter((one) => outcome.test(one))).toHaveLength(count)
    },
  )

  test('of all other events are ignored, each with its reason', async () => {
    const others = examples.filter(({ name }) => outcomes[name] === undefined)
    expect(others.length).toBeGreaterThan(40)
    for (const { name, examples: payloads } of others) {
      for (const payload of payloads) {
        expect(await send(payload, { event: name, hosts: anybody })).toMatchObject({
          kind: 'ignored',
          reason: expect.stringMatching(/\w/),
        })
      }
    }
  })
})
