import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { nodeFetchWithCa } from '../../handlers/node-only/node-fetch-with-ca.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function served(
  reply: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => reply(request, body, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  return `http://127.0.0.1:${address.port}`
}

const fetch = nodeFetchWithCa(() => ({}))

test('method, path, headers and body arrive as sent', async () => {
  const url = await served((request, body, response) => {
    const { method, url: path, headers } = request
    response.end(JSON.stringify({ method, path, type: headers['content-type'], body }))
  })
  const headers = { 'content-type': 'application/apply-patch+yaml' }

  const response = await fetch(new Request(`${url}/a?b=c`, { method: 'PATCH', headers, body: '{"ä":1}' }))

  expect(await response.json()).toEqual({
    method: 'PATCH',
    path: '/a?b=c',
    type: 'application/apply-patch+yaml',
    body: '{"ä":1}',
  })
})

test('a compressed answer is read, and a broken one is an error', async () => {
  const whole = gzipSync(JSON.stringify({ items: 'x'.repeat(100_000) }))
  const url = await served((request, _, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(request.url === '/whole' ? whole : whole.subarray(0, whole.length / 2))
  })

  const answer = await (await fetch(new Request(`${url}/whole`))).text()

  expect(answer).toHaveLength(100_012)
  await expect((await fetch(new Request(`${url}/half`))).text()).rejects.toThrow()
})

test('an answer that breaks off is an error, not a short text', async () => {
  const url = await served((_, __, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"a"')
    response.socket?.end()
  })

  await expect(fetch(new Request(url)).then((response) => response.text())).rejects.toThrow()
})

test('a redirect is answered, not followed', async () => {
  const url = await served((_, __, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  })

  expect((await fetch(new Request(url, { redirect: 'manual' }))).status).toBe(302)
})

test.for([204, 205, 304])('an answer %i has no body', async (status) => {
  const url = await served((_, __, response) => {
    response.writeHead(status, { etag: '"a"' }).end()
  })

  const response = await fetch(new Request(url))

  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([status, '"a"', ''])
})

test.for([600, 999])('an answer %i is an error of its own request alone', async (status) => {
  const url = await served((_, __, response) => {
    response.writeHead(status).end('odd')
  })

  await expect(fetch(new Request(url))).rejects.toThrow(RangeError)
})

test('a connection is used again', async () => {
  const ports = new Set<number | undefined>()
  const url = await served((request, _, response) => {
    ports.add(request.socket.remotePort)
    response.end('{}')
  })

  for (let count = 0; count < 3; count += 1) await (await fetch(new Request(url))).text()

  expect(ports.size).toBe(1)
})

test('a request that is given up is not waited for', async () => {
  const url = await served(() => {})
  const controller = new AbortController()
  const waiting = fetch(new Request(url, { signal: controller.signal }))

  controller.abort()

  await expect(waiting).rejects.toThrow(/abort/i)
})

test('nobody there is an error with its system code', async () => {
  const url = await served(() => {})
  await open.pop()?.close()

  await expect(fetch(new Request(url))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
