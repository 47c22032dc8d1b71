import { expect, test } from 'vitest'
import { impuritiesOf } from './impurities.mjs'

test.each([
  'const home = globalThis.process?.env.HOME',
  'const home = process.env.HOME',
  'const { env } = process',
  'const now = Date.now()',
  'const now = Date["now"]()',
  'const { now } = Date',
  'const clock = Date',
  'const now = new Date()',
  'const now = new Date',
  'const now = Date()',
  'const later = { Date }',
  'const dice = Math.random()',
  'const { random } = Math',
  'const dice = Math["random"]()',
  'const id = crypto.randomUUID()',
  'const bytes = crypto.getRandomValues(new Uint8Array(8))',
  'const answer = await globalThis.fetch(url)',
  'const answer = await fetch(url)',
  'const send = { fetch }',
  'function send(by = fetch) {}',
  'const answer = await self.fetch(url)',
  'const now = performance.now()',
  'setTimeout(() => {}, 5)',
  'const code = new Function("return process")',
  'console.log(secret)',
  'const bytes = Buffer.from(text)',
])('%s is seen', (text) => {
  expect(impuritiesOf('src/a.ts', `\n${text}`)).toEqual([expect.stringMatching(/^2: \w+$/)])
})

test.each([
  'const time = Date.parse(text)',
  'const text = new Date(ports.now()).toISOString()',
  'const isDate = value instanceof Date',
  'const largest = Math.max(1, 2)',
  'const key = await crypto.subtle.digest("SHA-256", bytes)',
  'interface Wire { readonly fetch: typeof globalThis.fetch }',
  'type Env = NodeJS.ProcessEnv | typeof process.env',
  'function send({ fetch }: Wire) { return fetch(url) }',
  'const { fetch } = wire; fetch(url)',
  'const self = await host.self()',
  'const answer = await wire.fetch(url)',
  'const options = { fetch: wire.fetch, process: 1 }',
  'import { performance } from "./ours.ts"; performance()',
])('%s is pure', (text) => {
  expect(impuritiesOf('src/a.ts', text)).toEqual([])
})
