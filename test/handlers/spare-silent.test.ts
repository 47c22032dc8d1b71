import { expect, test } from 'vitest'
import { spareSilent } from '../../handlers/node-only/spare-silent.ts'

const timeout = new DOMException('silent connection', 'TimeoutError')

/** A server on a clock: it times out, refuses connections, hangs, or answers. */
function aServer() {
  const state = { at: 0, asked: 0, does: 'time out' as 'time out' | 'refuse' | 'hang' | 'answer' }
  const fetch = spareSilent(
    async () => {
      state.asked += 1
      if (state.does === 'time out') throw timeout
      if (state.does === 'refuse') throw new TypeError('fetch failed')
      if (state.does === 'hang') return new Promise<never>(() => {})
      return new Response('ok')
    },
    { now: () => state.at, short: 5, rest: 1000 },
  )
  const ask = () =>
    fetch(new Request('http://cluster.test/api')).then(
      ({ status }) => status,
      ({ name }) => name,
    )
  return { state, ask }
}

async function silenced() {
  const server = aServer()
  for (let times = 0; times < 3; times++) expect(await server.ask()).toBe('TimeoutError')
  return server
}

test('after three timeouts in a row a server is asked once in a while, and others are told at once', async () => {
  const { state, ask } = await silenced()
  expect([await ask(), await ask(), state.asked]).toEqual(['TimeoutError', 'TimeoutError', 3])

  state.at += 1000
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill('TimeoutError'))
  expect(state.asked).toBe(4)
})

test('once it answers, everything is asked again', async () => {
  const { state, ask } = await silenced()
  state.at += 1000
  state.does = 'answer'

  expect(await ask()).toBe(200)
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200])
})

test('whoever comes after a timeout waits a short time', async () => {
  const { state, ask } = aServer()
  await ask()
  state.does = 'hang'

  expect(await ask()).toBe('TimeoutError')
})

test('an answer between two timeouts, or a refusal, makes nobody wait', async () => {
  const { state, ask } = aServer()
  for (let times = 0; times < 6; times++) {
    state.does = times % 2 === 0 ? 'time out' : 'answer'
    await ask()
  }
  state.does = 'refuse'
  for (let times = 0; times < 6; times++) expect(await ask()).toBe('TypeError')

  expect(state.asked).toBe(12)
})
