import { expect, test } from 'vitest'
import { boundFirstContact } from '../../handlers/node-only/first-contact.ts'
import type { NodeFetch } from '../../handlers/node-only/node-fetch-with-ca.ts'

const request = () => new Request('https://east.test/api')

/** Accepts and never answers, as long as it is told so. */
function aServer() {
  const server = { isSilent: true, asked: 0 }
  const fetch: NodeFetch = ({ signal }) => {
    server.asked += 1
    if (!server.isSilent) return Promise.resolve(new Response('{}'))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  return { server, fetch }
}

function bounded(fetch: NodeFetch) {
  const said: string[] = []
  const options = {
    address: 'https://east.test',
    milliseconds: 30,
    say: (line: string) => void said.push(line),
    now: () => performance.now(),
  }
  return { said, fetch: boundFirstContact(fetch, options) }
}

test('a server that accepts and never answers is waited for once in all, and named once', async () => {
  const { fetch, said } = bounded(aServer().fetch)

  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(fetch(request())).rejects.toMatchObject({ name: 'TimeoutError' })
  }

  expect(said).toEqual(['https://east.test has not answered within 0.03 seconds'])
})

test('a server that has answered may take its time', async () => {
  const { server, fetch: open } = aServer()
  const { fetch, said } = bounded(open)
  server.isSilent = false
  expect((await fetch(request())).status).toBe(200)

  server.isSilent = true
  const controller = new AbortController()
  const late = fetch(new Request(request(), { signal: controller.signal }))
  await new Promise((resolve) => setTimeout(resolve, 60))
  controller.abort(new Error('by us'))

  await expect(late).rejects.toThrow('by us')
  expect(said).toEqual([])
})

test('an error that comes in time is what it is', async () => {
  const { fetch, said } = bounded(() => Promise.reject(new Error('refused')))
  await expect(fetch(request())).rejects.toThrow('refused')
  expect(said).toEqual([])
})
