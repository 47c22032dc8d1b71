import { expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import type { Job } from '../src/engine/queue.ts'
import { aSha } from './support/builders.ts'
import { sign } from './support/sign.ts'

const secret = 'webhook-secret'

function anApp(notReady?: string) {
  const jobs: Job[] = []
  const lines: string[] = []
  const app = createApp({
    queue: { enqueue: async (job) => void jobs.push(job) },
    log: (level, message, facts) => void lines.push(JSON.stringify({ level, message, ...facts })),
    webhookHosts: async () => [{ name: 'git', secrets: [secret], permits: () => true }],
    notReady: async () => notReady,
    bodyLimit: 2000,
  })
  return { app, jobs, lines }
}

function delivery(id: string, changes: object = {}, signature?: string): RequestInit {
  const payload = {
    ref: 'refs/heads/main',
    before: aSha('a'),
    after: aSha('b'),
    repository: { full_name: 'team/config' },
    ...changes,
  }
  const body = new TextEncoder().encode(JSON.stringify(payload))
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gitea-event': 'push',
      'x-gitea-delivery': id,
      'x-gitea-signature': signature ?? sign(secret, body),
    },
    body,
  }
}

test('a genuine push is answered 202 and becomes one job', async () => {
  const { app, jobs } = anApp()

  const response = await app.request('/webhooks/gitea', delivery('d-1'))

  expect(response.status).toBe(202)
  expect(jobs).toMatchObject([{ kind: 'push', trigger: { ref: 'refs/heads/main', deliveryId: 'd-1' } }])
})

test.each([
  ['pull_request', { action: 'opened', number: 7 }, 'pullRequest'],
  [
    'issue_comment',
    {
      action: 'created',
      is_pull: true,
      issue: { number: 7 },
      comment: { id: 1, user: { login: 'ada' }, body: '/plumbline plan' },
    },
    'comment',
  ],
])('a genuine %s becomes one job of its own kind', async (event, payload, kind) => {
  const { app, jobs } = anApp()
  const request = delivery('d-1', payload)
  const headers = new Headers(request.headers)
  headers.set('x-gitea-event', event)

  const response = await app.request('/webhooks/gitea', { ...request, headers })

  expect(response.status).toBe(202)
  expect(jobs).toMatchObject([{ kind, trigger: { kind, number: 7, deliveryId: 'd-1' } }])
})

test('the route fixes the dialect, whatever the headers say', async () => {
  const { app, jobs } = anApp()
  const body = new TextEncoder().encode(JSON.stringify({ zen: 'x' }))
  const github = {
    'x-github-event': 'ping',
    'x-github-delivery': 'g-1',
    'x-hub-signature-256': `sha256=${sign(secret, body)}`,
  }
  const send = (path: string, headers: Record<string, string>) =>
    app.request(path, { method: 'POST', headers, body })

  expect((await send('/webhooks/github', github)).status).toBe(200)
  expect((await send('/webhooks/gitea', github)).status).toBe(202)
  expect((await send('/webhooks/github', { 'x-gitea-signature': sign(secret, body) })).status).toBe(401)
  expect((await send('//webhooks/github', github)).status).toBe(404)
  expect(jobs).toEqual([])
})

test('a merge group becomes one job', async () => {
  const { app, jobs } = anApp()
  const group = { head_ref: 'refs/heads/queue/1', base_ref: 'refs/heads/main' }
  const payload = { action: 'checks_requested', merge_group: group, repository: { full_name: 'team/config' } }
  const body = new TextEncoder().encode(JSON.stringify(payload))
  const headers = {
    'x-github-event': 'merge_group',
    'x-github-delivery': 'g-1',
    'x-hub-signature-256': `sha256=${sign(secret, body)}`,
  }

  expect((await app.request('/webhooks/github', { method: 'POST', headers, body })).status).toBe(202)
  expect(jobs).toMatchObject([{ kind: 'mergeGroup', trigger: { ref: group.head_ref, baseRef: 'main' } }])
})

test('a delivery that could not be taken is no repetition when it comes again', async () => {
  const jobs: Job[] = []
  const told: string[] = []
  let isFull = true
  const app = createApp({
    queue: {
      enqueue: async (job) => {
        if (isFull) throw new Error('the queue is full')
        jobs.push(job)
      },
    },
    log: (_, message) => void told.push(message),
    webhookHosts: async () => [{ name: 'git', secrets: [secret], permits: () => true }],
    notReady: async () => undefined,
  })

  expect((await app.request('/webhooks/gitea', delivery('d-1'))).status).toBe(503)
  expect(told).not.toContain('a delivery was accepted')
  isFull = false
  expect((await app.request('/webhooks/gitea', delivery('d-1'))).status).toBe(202)
  expect(jobs).toHaveLength(1)
})

test('the same delivery again is no second job, another one under its id is', async () => {
  const { app, jobs } = anApp()

  await app.request('/webhooks/gitea', delivery('d-1'))
  const again = await app.request('/webhooks/gitea', delivery('d-1'))
  await app.request('/webhooks/gitea', delivery('d-1', { after: aSha('c') }))

  expect(await again.json()).toEqual({ result: 'repeated' })
  expect(jobs).toHaveLength(2)
})

test.each<[string, RequestInit, number]>([
  ['a wrong signature', delivery('d', {}, 'f'.repeat(64)), 401],
  [
    'a body that is no JSON',
    {
      ...delivery('d'),
      body: 'x',
      headers: {
        'x-gitea-delivery': 'd',
        'x-gitea-signature': sign(secret, new TextEncoder().encode('x')),
      },
    },
    400,
  ],
  ['too large a body', delivery('d', { padding: 'x'.repeat(3000) }), 413],
])('%s is refused, makes no job, and leaves its id but no body in the log', async (_, request, status) => {
  const { app, jobs, lines } = anApp()

  const response = await app.request('/webhooks/gitea', request)

  expect(response.status).toBe(status)
  expect(jobs).toEqual([])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"delivery":"d"')
  expect(lines[0]).not.toMatch(/webhook-secret|xxx|full_name/)
})

test('the id of a refused delivery is cut, and what of it does not print is replaced', async () => {
  const { app, lines } = anApp()

  await app.request('/webhooks/gitea', delivery(`a b\u00e9\u009b${'z'.repeat(5000)}`, {}, 'f'.repeat(64)))

  expect(lines[0]).toContain(`"delivery":"a?b??${'z'.repeat(95)}"`)
})

test('a secret that cannot be read refuses the delivery for now, in a line of the log and without a trace of it', async () => {
  const lines: string[] = []
  const app = createApp({
    queue: { enqueue: async () => {} },
    log: (level, message, facts) => void lines.push(JSON.stringify({ level, message, ...facts })),
    webhookHosts: async () => {
      throw new Error('the variable WEBHOOK_SECRET: is not set')
    },
    notReady: async () => undefined,
  })

  const response = await app.request('/webhooks/gitea', delivery('d'))

  expect(response.status).toBe(503)
  expect(await response.text()).not.toContain('WEBHOOK_SECRET')
  expect(lines).toHaveLength(1)
})

test('a sender that breaks off in the middle is refused, and is no error of ours', async () => {
  const { app, jobs, lines } = anApp()
  const { body: _, ...sent } = delivery('d-broken')
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"ref"'))
      controller.error(new Error('aborted'))
    },
  })

  const response = await app.request(
    new Request('http://plumbline.test/webhooks/gitea', { ...sent, body, duplex: 'half' } as RequestInit),
  )

  expect([response.status, jobs]).toEqual([400, []])
  expect(lines.map((line) => JSON.parse(line).level)).toEqual(['warn'])
})

test('health and readiness are two questions', async () => {
  const { app } = anApp('the settings name no root')

  expect((await app.request('/healthz')).status).toBe(200)
  const ready = await app.request('/readyz')
  expect([ready.status, await ready.text()]).toEqual([503, 'the settings name no root\n'])
})

test.each(['/', '/webhooks/github', '/metrics', '/webhooks/gitea/x', '/api/applications'])(
  '%s is not there',
  async (path) => {
    expect((await anApp().app.request(path)).status).toBe(404)
  },
)
