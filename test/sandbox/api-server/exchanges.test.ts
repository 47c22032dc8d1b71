import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandboxApiServer } from '../../../src/sandbox/api-server/server.ts'
import { type Answer, type Partner, readSteps, runSteps } from './exchange.ts'
import { normalise } from './normalise.ts'

const folder = join(import.meta.dirname, 'exchanges')
const conversations = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace(/\.yaml$/, ''))

test.for(conversations)('the sandbox answers as the real API server was recorded to: %s', async (name) => {
  const steps = readSteps(readFileSync(join(folder, `${name}.yaml`), 'utf8'), name)
  const recorded: readonly Answer[] = JSON.parse(readFileSync(join(folder, `${name}.generated.json`), 'utf8'))

  const answers = normalise(await runSteps(steps, aSandbox()))

  const asked = steps.filter((step) => step.do !== 'FORGET').map((step) => step.do)
  expect(pair(asked, answers)).toEqual(pair(asked, recorded))
})

function pair(asked: readonly string[], answers: readonly Answer[]): readonly [string, Answer | undefined][] {
  return asked.map((step, index) => [step, answers[index]])
}

function aSandbox(): Partner {
  let now = Date.parse('2026-11-30T05:00:00Z')
  let seed = 1
  const server = createSandboxApiServer({
    now: () => now,
    random: () => {
      seed = (seed * 48271) % 2147483647
      return seed / 2147483647
    },
    users: {
      'admin-token': { name: 'admin', groups: ['system:masters'] },
      'limited-token': { name: 'limited', groups: [] },
      'reader-token': { name: 'reader', groups: [] },
    },
  })
  return {
    server: 'http://sandbox',
    fetch: (request) => server.fetch(request),
    forget: async () => {
      now += 600_000
    },
  }
}
