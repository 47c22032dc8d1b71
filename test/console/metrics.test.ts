import { expect, test } from 'vitest'
import { type AppOptions, createApp } from '../../src/app.ts'
import type { Measured } from '../../src/engine/meter.ts'
import { sign } from '../support/sign.ts'

const token = 'a-token-of-some-length'

function anApp(options: Partial<AppOptions> = {}) {
  const measured: Measured[] = []
  const app = createApp({
    queue: { enqueue: async () => {} },
    log: () => {},
    meter: (one) => void measured.push(one),
    webhookHosts: async () => [
      { name: 'forge', secrets: ['secret'], permits: ({ owner }) => owner === 'platform' },
    ],
    notReady: async () => undefined,
    ...options,
  })
  return { app, measured }
}

const metrics = {
  token: async () => token,
  log: () => {},
  read: async () => ({ text: 'up 1\n', contentType: 'text/plain; version=0.0.4; charset=utf-8' }),
}

test('whoever bears the token gets the metrics', async () => {
  const { app } = anApp({ metrics })
  const answer = await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })

  expect([answer.status, await answer.text()]).toEqual([200, 'up 1\n'])
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('for whoever does not, they are not there, as where there are none', async () => {
  const closed = anApp().app
  const broken = anApp({ metrics: { ...metrics, token: () => Promise.reject(new Error('no file')) } }).app
  const weak = anApp({ metrics: { ...metrics, token: async () => 'short' } }).app
  const answers = await Promise.all([
    closed.request('/metrics', { headers: { authorization: `Bearer ${token}` } }),
    anApp({ metrics }).app.request('/metrics'),
    anApp({ metrics }).app.request('/metrics', {
      headers: { authorization: 'Bearer another-token-of-length' },
    }),
    broken.request('/metrics', { headers: { authorization: 'Bearer ' } }),
    weak.request('/metrics', { headers: { authorization: 'Bearer short' } }),
    closed.request('/nowhere'),
  ])

  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404))
  expect(new Set(texts).size).toBe(1)
})

test('a delivery is counted with the host that signed it, and a refused one without any word of its own', async () => {
  const { app, measured } = anApp()
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    before: '0'.repeat(40),
    after: '1'.repeat(40),
    repository: { full_name: 'platform/config', name: 'config', owner: { login: 'platform' } },
  })
  const send = (signature: string, event = 'push') =>
    app.request('/webhooks/gitea', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': event,
        'x-gitea-delivery': '00000000-0000-4000-8000-000000000001',
        'x-gitea-signature': signature,
      },
    })
  await send(sign('secret', new TextEncoder().encode(body)))
  await send(sign('secret', new TextEncoder().encode(body)))
  await send('canary', 'canary-event')

  expect(measured).toEqual([
    { kind: 'delivery', dialect: 'gitea', host: 'forge', event: 'push', outcome: 'accepted' },
    { kind: 'delivery', dialect: 'gitea', host: 'forge', event: 'push', outcome: 'repeated' },
    { kind: 'delivery', dialect: 'gitea', event: 'other', outcome: 'refused' },
  ])
})
