import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { listStatuses } from '../../src/sync/list-statuses.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { writeStatus } from '../../src/sync/status-record.ts'
import { aConsole, bearer, origin, readPage, token } from '../support/console.ts'
import { aWorld, configMap, declaration } from '../support/world.ts'

async function deployed() {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({
    'root/web.yaml': declaration('web'),
    'apps/web/settings.yaml': configMap('settings', 'on'),
    'root/other.yaml': declaration('other', { policy: 'retry: { limit: 1 }', namespace: 'other' }),
    'apps/other/settings.yaml': configMap('settings', 'off'),
  })
  instance.push(commit, 'd-1')
  await instance.run()
  return { world, instance, commit, app: aConsole(instance.ports) }
}

function signIn(app: Hono, form: { readonly [field: string]: string }, proto = 'http') {
  return app.request(`${origin}/console/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': proto },
    body: new URLSearchParams(form).toString(),
  })
}

test('all applications are listed, the worst first, with sync, health, destination, revision, last sync and why', async () => {
  const { app } = await deployed()
  const { status, text } = await readPage(app, '/console')

  expect(status).toBe(200)
  expect(text).toMatch(
    /other Sync: OutOfSync Health: Missing no automation, waits for a sync: [^.]* prod\/other main [0-9a-f]{7} never web Sync: Synced Health: Healthy Synced and Healthy: \d+ objects? prod\/shop main/,
  )
  expect(text).toMatch(/2 All .*1 Pending .*1 In order/)
})

test.each([
  ['q=WEB', ['web'], ['other']],
  ['q=prod/other', ['other'], ['web']],
  ['q=no+automation', ['other'], ['web']],
  ['sync=Synced', ['web'], ['other']],
  ['health=Missing', ['other'], ['web']],
  ['verdict=success', ['web'], ['other']],
  ['sync=nonsense&page=99', ['web', 'other'], []],
  ['q=nothing-of-the-kind', [], ['web', 'other']],
])('the query %s filters the list', async (query, there, gone) => {
  const { html } = await readPage((await deployed()).app, `/console?${query}`)
  for (const name of there) expect(html).toContain(`href="/console/applications/${name}"`)
  for (const name of gone) expect(html).not.toContain(`href="/console/applications/${name}"`)
})

test('an installation without applications says when there will be some', async () => {
  const { text } = await readPage(aConsole(aWorld().start().ports), '/console')
  expect(text).toContain('No application is known yet.')
})

test('a cluster that cannot be asked is named, and nothing is said of its applications', async () => {
  const { instance } = await deployed()
  const away = () => {
    throw new Error('away')
  }
  const { text } = await readPage(aConsole({ ...instance.ports, cluster: away }), '/console')
  expect(text).toContain('Problem:')
  expect(text).toContain('What the clusters hold could not be read')
})

test('500 applications come in pages, and none is lost between them', async () => {
  const { instance, app } = await deployed()
  const cluster = instance.ports.cluster('prod')
  const [known] = await listStatuses(cluster, 'test')
  if (known?.kind !== 'status') throw new Error('nothing is recorded')
  const names = Array.from({ length: 498 }, (_, i) => `app-${String(i).padStart(3, '0')}`)
  for (const application of names) {
    await writeStatus(recordPlace(cluster, 'test', application), { ...known.summary, application })
  }

  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((at) => readPage(app, `/console?order=name&page=${at}`)),
  )
  const found = pages.flatMap(({ html }) =>
    [...html.matchAll(/href="\/console\/applications\/([^"]+)"/g)].map(([, name]) => name),
  )

  expect(found).toEqual([...names, 'other', 'web'])
  expect(pages.every(({ html }) => html.length < 200_000)).toBe(true)
  expect(pages[2]?.text).toContain('page 3 of 5')
})

test('texts from outside are shown as texts', async () => {
  const { instance, app } = await deployed()
  const cluster = instance.ports.cluster('prod')
  const [known] = await listStatuses(cluster, 'test')
  if (known?.kind !== 'status') throw new Error('nothing is recorded')
  const evil = '"><img src=x onerror=alert(1)>\u202e<script>alert(2)</script>'
  const application = `evil${evil}`
  await writeStatus(recordPlace(cluster, 'test', 'evil'), {
    ...known.summary,
    application,
    message: `${evil}${'x'.repeat(10_000)}`,
    namespace: evil,
    revision: 'javascript:alert(3)',
  })

  const { html } = await readPage(app, '/console')

  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toMatch(/<img|<script|\u202e/)
  expect(html).not.toMatch(/(href|src|action)="?\s*javascript:/i)
  expect(html.length).toBeLessThan(40_000)
})

const paths = ['/console', '/console/applications/web', '/console/nothing', '/console/style.css']

test.each(paths)('%s without the token is a 404 that says nothing but how to sign in', async (path) => {
  const { app } = await deployed()
  const wrong = [
    {},
    { authorization: 'Bearer another-token-of-the-same-length' },
    { cookie: `plumbline-console=99999999999.${'0'.repeat(64)}` },
    { cookie: 'plumbline-console=' },
  ]
  for (const headers of wrong) {
    const { status, text, html } = await readPage(app, path, headers)
    expect(status).toBe(404)
    expect(text).toContain('Nothing is here for whoever is not signed in.')
    expect(html.replaceAll(path, '/console')).toBe((await readPage(app, '/console', {})).html)
  }
})

test('where no token is set there is no console', async () => {
  const { instance } = await deployed()
  const app = createApp({
    queue: instance.ports.queue,
    log: instance.ports.log,
    webhookHosts: async () => [],
    notReady: async () => undefined,
  })
  const response = await app.request('/console')
  expect([response.status, await response.text()]).toEqual([404, '404 Not Found'])
})

test('signing in with the token gives a cookie that opens the console, and nothing else', async () => {
  const { app } = await deployed()
  const answer = await signIn(app, { token, next: '/console/applications/web?x=1' }, 'https')
  const cookie = answer.headers.get('set-cookie') ?? ''

  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/applications/web?x=1'])
  expect(cookie).toMatch(
    /^plumbline-console=[^;]+; Path=\/console; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(cookie).not.toContain(token)
  const [pair = ''] = cookie.split(';')
  expect((await readPage(app, '/console', { cookie: `a=b; ${pair}` })).status).toBe(200)
})

test('a session ends with its time, and with the token', async () => {
  const { instance, world } = await deployed()
  let now = token
  const app = aConsole(instance.ports, { kind: 'token', token: async () => now })
  const [cookie = ''] = ((await signIn(app, { token })).headers.get('set-cookie') ?? '').split(';')

  expect((await readPage(app, '/console', { cookie })).status).toBe(200)
  now = 'the-token-after-its-rotation'
  expect((await readPage(app, '/console', { cookie })).status).toBe(404)
  now = token
  world.sandbox.clock.advance(13 * 3600 * 1000)
  expect((await readPage(app, '/console', { cookie })).status).toBe(404)
})

test.each(['', 'short', 'another-token-of-the-same-length', `${token} `.repeat(1000)])(
  'signing in with %j is refused, and the log tells',
  async (wrong) => {
    const { app } = await deployed()
    const answer = await signIn(app, { token: wrong })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([404, null])
  },
)

test.each([
  ['https://evil.example/console', '/console'],
  ['//evil.example/console', '/console'],
  ['javascript:alert(1)', '/console'],
  ['/api/applications', '/console'],
  ['/console/../api/applications', '/console'],
  ['/consoles', '/console'],
  ['/console/enter?next=/console', '/console'],
  ['/console?q=a', '/console?q=a'],
])('after signing in, %j leads to %j', async (next, location) => {
  const { app } = await deployed()
  expect((await signIn(app, { token, next })).headers.get('location')).toBe(location)
})

test('a link from another site, which brings no cookie, is sent round once', async () => {
  const { app } = await deployed()
  const from = { 'sec-fetch-site': 'cross-site' }
  const answer = await readPage(app, '/console/applications/web?x=1', from)
  const round = '/console/enter?next=%2Fconsole%2Fapplications%2Fweb%3Fx%3D1'

  expect(answer.headers.get('refresh')).toBe(`0; url=${round}`)
  expect((await readPage(app, round, from)).headers.get('refresh')).toBeNull()
  expect((await readPage(app, '/console', { 'sec-fetch-site': 'none' })).headers.get('refresh')).toBeNull()
  const let_in = await app.request(`${origin}${round}`, { headers: bearer })
  expect([let_in.status, let_in.headers.get('location')]).toEqual([303, '/console/applications/web?x=1'])
})

test('signing out takes the cookie back', async () => {
  const { app } = await deployed()
  const answer = await app.request(`${origin}/console/sign-out`, { method: 'POST', headers: bearer })
  expect(answer.headers.get('set-cookie')).toMatch(/^plumbline-console=; Path=\/console; Max-Age=0;/)
})

test('every page forbids scripts, frames, foreign content, referrers and caches', async () => {
  const { app } = await deployed()
  for (const path of ['/console', '/console/nothing']) {
    for (const headers of [bearer, {}]) {
      const found = (await readPage(app, path, headers)).headers
      expect(found.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(found.get('x-content-type-options')).toBe('nosniff')
      expect(found.get('referrer-policy')).toBe('no-referrer')
      expect(found.get('cache-control')).toBe('no-store')
    }
  }
})

test('an address that ends in a slash leads to the page without it, and a deed there to nothing', async () => {
  const app = aConsole(aWorld().start().ports)
  const typed = await readPage(app, '/console/?q=shop')
  const deed = await app.request(`${origin}/console/`, { method: 'POST', headers: bearer })

  expect([typed.status, typed.headers.get('location')]).toEqual([303, '/console?q=shop'])
  expect(deed.status).toBe(404)
})

test('a console that is open is so under names of this machine alone', async () => {
  const { instance } = await deployed()
  const app = aConsole(instance.ports, { kind: 'loopback' })
  const statusAt = async (url: string) => (await app.request(url)).status

  expect(await statusAt('http://127.0.0.1:4000/console')).toBe(200)
  expect(await statusAt('http://localhost/console')).toBe(200)
  expect(await statusAt('http://rebound.example/console')).toBe(404)
})
