import { expect, test } from 'vitest'
import { readBody, readRequestBody } from '../../src/webhook/bounded-body.ts'

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

function endless(): { stream: ReadableStream<Uint8Array>; read: () => number } {
  let read = 0
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 1000
      controller.enqueue(new Uint8Array(1000))
    },
  })
  return { stream, read: () => read }
}

test('a body within the limit comes as its bytes', async () => {
  expect(await readBody(post('hello'), 5)).toEqual(new TextEncoder().encode('hello'))
})

test('a request without a body has none', async () => {
  expect(await readBody(new Request('http://127.0.0.1/'), 5)).toEqual(new Uint8Array())
})

test('a body that announces too much is not read', async () => {
  const { stream, read } = endless()

  expect(await readBody(post(stream, { 'content-length': '6000' }), 5000)).toBe('too-large')
  expect(read()).toBeLessThanOrEqual(1000)
})

test('a body that announces nothing is read up to the limit', async () => {
  const { stream, read } = endless()

  expect(await readBody(post(stream), 5000)).toBe('too-large')
  expect(read()).toBeLessThanOrEqual(8000)
})

test('no limit is above 25 MB', async () => {
  expect(await readBody(post('x', { 'content-length': '25000001' }), Number.POSITIVE_INFINITY)).toBe(
    'too-large',
  )
})

test('a request that announces its length comes as its bytes', async () => {
  expect(await readRequestBody(post('hello', { 'content-length': '5' }), 5)).toEqual(
    new TextEncoder().encode('hello'),
  )
})

test.each([{ 'content-length': '6000' }, {}, { 'content-length': '5', 'transfer-encoding': 'chunked' }])(
  'a request that announces %o is read up to the limit',
  async (headers) => {
    const { stream, read } = endless()

    expect(await readRequestBody(post(stream, headers), 5000)).toBe('too-large')
    expect(read()).toBeLessThanOrEqual(8000)
  },
)
