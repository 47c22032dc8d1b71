import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { matchReasons } from '../../src/console/delivery-text.ts'
import type { DeliveryOutcome, RequestOutcome, Stage } from '../../src/engine/meter.ts'
import type { Turn } from '../../src/errors.ts'
import type { SyncStatus, Verdict } from '../../src/report/report.ts'
import { token } from '../support/console.ts'
import { aWorld } from '../support/world.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/api.md')
const operating = read('docs/operating.md')

/** A closed list of the code: the compiler asks for every member. */
function all<Word extends string>(words: { readonly [word in Word]: true }): readonly string[] {
  return Object.keys(words)
}

/** The words in code marks of a sentence of a page. */
function wordsOf(text: string, sentence: RegExp): readonly string[] {
  const [found = ''] = sentence.exec(text) ?? []
  return [...found.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
}

test('each reason of a match is in docs/api.md, and no other', () => {
  const [, table = ''] = /\| reason \| touched \| meaning \|\n\|.*\n([\s\S]*?)\n\n/.exec(page) ?? []
  const told = table.split('\n').map((row) => /^\| `([a-z-]+)` \|/.exec(row)?.[1])

  expect(new Set(told)).toEqual(new Set(Object.keys(matchReasons)))
})

test('each state of an application is in docs/api.md, and no other', () => {
  const sync = all<SyncStatus>({ Synced: true, OutOfSync: true, Unknown: true })
  const verdict = all<Verdict>({ success: true, pending: true, failure: true, error: true })

  expect(wordsOf(page, /`sync` is [^;]*;/)).toEqual(['sync', ...sync])
  expect(wordsOf(page, /`verdict` the state of its commit status:[^.]*\./)).toEqual(['verdict', ...verdict])
})

test('each route is in docs/api.md', () => {
  const { ports } = aWorld().start()
  const guard = { kind: 'token', token: async () => token } as const
  const app = createApp({
    queue: ports.queue,
    log: ports.log,
    webhookHosts: async () => [],
    notReady: async () => undefined,
    api: { ports, token: guard.token },
    console: { ports, guard },
    metrics: {
      token: guard.token,
      log: ports.log,
      read: async () => ({ text: '', contentType: 'text/plain' }),
    },
  })
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.startsWith('/console') ? '/console' : path}`)
    .filter((route) => route !== 'POST /console')

  expect(routes.length).toBeGreaterThan(8)
  for (const route of routes) expect(page).toMatch(new RegExp(`\`${route}[\`…]`))
})

test('each word of a metric’s label is in docs/operating.md, and no other', () => {
  const outcomes = all<DeliveryOutcome>({
    accepted: true,
    repeated: true,
    ignored: true,
    answered: true,
    refused: true,
  })
  const stages = all<Stage>({
    resolve: true,
    render: true,
    compare: true,
    plan: true,
    sync: true,
    report: true,
  })
  const turns = all<Turn>({ author: true, operator: true, platform: true })
  const answers = all<RequestOutcome>({ '2xx': true, '3xx': true, '4xx': true, '5xx': true, none: true })

  expect(operating).toContain(`${outcomes.join(', ').replace('answered', 'answered (a ping)')} |`)
  expect(operating).toContain(`\`stage\`: ${stages.join(', ')} |`)
  expect(operating).toContain(`\`turn\` it is: ${turns.join(', ')} |`)
  expect(operating).toContain(`\`outcome\`: ${answers[0]} to ${answers[3]}, ${answers[4]} |`)
})
