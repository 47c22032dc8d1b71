import { expect, test } from 'vitest'
import { guardFetch } from '../../src/githost/guarded-fetch.ts'

const redirect = (location: string) => new Response(null, { status: 301, headers: { location } })

/** Answers by path; the requests that were made are kept with their headers. */
function site(answers: { readonly [path: string]: () => Response }) {
  const asked: Request[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    asked.push(request)
    return answers[new URL(request.url).pathname]?.() ?? new Response('no', { status: 404 })
  }
  return { fetch, asked }
}

const init = { method: 'GET', headers: { authorization: 'token t' } }

test('a read is redirected within its origin, with its headers', async () => {
  const { fetch, asked } = site({ '/a': () => redirect('/b'), '/b': () => new Response('there') })
  const response = await guardFetch(fetch, 100)('http://git.test/a', init)

  expect(await response.text()).toBe('there')
  expect(asked.map((request) => request.headers.get('authorization'))).toEqual(['token t', 'token t'])
})

test.each([
  ['another host', 'http://evil.test/a'],
  ['another port', 'http://git.test:8080/a'],
  ['another scheme', 'https://git.test/a'],
  ['another host without a scheme', '//evil.test/a'],
])('a redirect to %s is not followed', async (_, location) => {
  const { fetch, asked } = site({ '/a': () => redirect(location) })

  await expect(guardFetch(fetch, 100)('http://git.test/a', init)).rejects.toMatchObject({
    reason: 'redirect',
  })
  expect(asked).toHaveLength(1)
})

test('redirects in a circle end', async () => {
  const { fetch, asked } = site({ '/a': () => redirect('/b'), '/b': () => redirect('/a') })

  await expect(guardFetch(fetch, 100)('http://git.test/a', init)).rejects.toMatchObject({
    reason: 'redirect',
  })
  expect(asked.length).toBeLessThanOrEqual(5)
})

test('a write is not redirected', async () => {
  const { fetch, asked } = site({ '/a': () => redirect('/b') })
  const write = guardFetch(fetch, 100)('http://git.test/a', { method: 'POST', body: 'x' })

  await expect(write).rejects.toMatchObject({ reason: 'redirect' })
  expect(asked).toHaveLength(1)
})

test('an answer is read up to the limit, whatever it announces', async () => {
  const { fetch } = site({
    '/a': () => new Response('x'.repeat(101)),
    '/b': () => new Response('x'.repeat(100)),
  })

  await expect((await guardFetch(fetch, 100)('http://git.test/a', init)).text()).rejects.toThrow()
  expect((await (await guardFetch(fetch, 100)('http://git.test/b', init)).text()).length).toBe(100)
})

test('an answer without a body passes', async () => {
  const { fetch } = site({ '/a': () => new Response(null, { status: 204 }) })

  expect((await guardFetch(fetch, 100)('http://git.test/a', init)).status).toBe(204)
})
