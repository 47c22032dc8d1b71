import { expect, test } from 'vitest'
import { askServer } from '../../handlers/node-only/server-client.ts'
import { createApp } from '../../src/app.ts'
import { aWorld, configMap, declaration } from '../support/world.ts'

const token = 'a-token-of-thirty-characters-0'

async function aServer() {
  const world = aWorld()
  const instance = world.start()
  const files = { 'root/web.yaml': declaration('web'), 'apps/web/a.yaml': configMap('a', '1') }
  instance.push(world.commit(files), 'of/slashes?')
  await instance.run()
  return createApp({
    queue: instance.ports.queue,
    log: instance.ports.log,
    webhookHosts: async () => [],
    notReady: async () => undefined,
    api: { ports: instance.ports, token: async () => token },
  })
}

test('a server is asked with its token, below the address that people wrote', async () => {
  const app = await aServer()
  const asked: string[] = []
  const server = {
    url: 'http://plumbline.test/',
    token,
    fetch: (url: string, init: RequestInit) => {
      asked.push(url)
      return app.request(url, init)
    },
  }

  const found = await askServer(server, `deliveries/${encodeURIComponent('of/slashes?')}`)

  expect(found).toMatchObject({ deliveryId: 'of/slashes?', applications: [{ application: 'web' }] })
  expect(await askServer(server, 'deliveries/gone')).toBeUndefined()
  expect(asked[0]).toBe('http://plumbline.test/api/deliveries/of%2Fslashes%3F')
})

test('a token that is not the server’s is told apart from what is not remembered', async () => {
  const app = await aServer()
  const server = {
    url: 'http://plumbline.test',
    token: 'another-token-of-some-length',
    fetch: (url: string, init: RequestInit) => app.request(url, init),
  }

  await expect(askServer(server, 'deliveries/gone')).rejects.toThrow(
    'http://plumbline.test: there is no JSON API for us: its settings have no api, or the token is not its own',
  )
})

test.each<[string, string, () => Response | Promise<Response>, string]>([
  ['an address that is none', 'plumbline.test', () => new Response(), 'is no address of a server'],
  ['a server that is away', 'http://a.test', () => Promise.reject(new Error('refused')), 'cannot be reached'],
  ['one that fails', 'http://a.test', () => new Response('no', { status: 502 }), 'it answered 502'],
  ['one that speaks no JSON', 'http://a.test', () => new Response('<html>'), 'it answered 200'],
])('%s ends with an error that names it and not the token', async (_, url, answer, message) => {
  const asking = askServer({ url, token, fetch: answer }, 'applications')
  await expect(asking).rejects.toThrow(message)
  await expect(asking).rejects.toThrow(url)
  await expect(asking).rejects.not.toThrow(token)
})
