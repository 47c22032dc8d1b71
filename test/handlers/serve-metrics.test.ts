import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../../handlers/node.ts'
import { parsePrometheus } from '../support/prometheus-text.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Refuses every request. */
async function aRefusingServer(): Promise<string> {
  const server: Server = createServer((_, response) => response.writeHead(403).end('canary-body'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function aServing(more: string) {
  const host = await aRefusingServer()
  const folder = await mkdtemp(join(tmpdir(), 'serve-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const path = join(folder, 'settings.yaml')
  await writeFile(
    path,
    `
hosts:
  - { name: git, kind: gitea, address: '${host}', webhookSecrets: [{ env: WEBHOOK }], repositories: ['platform/*'] }
clusters:
  - { name: prod, server: '${host}' }
roots:
  - { repository: '${host}/platform/config.git', cluster: prod }
${more}
`,
  )
  const serving = await serve({
    hostname: '127.0.0.1',
    port: 0,
    env: { PLUMBLINE_SETTINGS: path, WEBHOOK: 'canary-hook', METRICS: 'canary-token-of-metrics' },
    log: () => {},
    graceMilliseconds: 50,
  })
  cleanups.push(() => serving.stop())
  return serving
}

test('a server that has a token for them shows what it asked and did, and nothing of what it was told', async () => {
  const serving = await aServing('metrics: { token: { env: METRICS } }')
  await serving.idle()

  const answer = await fetch(`${serving.url}/metrics`, {
    headers: { authorization: 'Bearer canary-token-of-metrics' },
  })
  const text = await answer.text()
  const metrics = parsePrometheus(text)
  const requests = metrics.get('plumbline_request_duration_seconds')?.samples ?? []

  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(requests).toContainEqual({
    name: 'plumbline_request_duration_seconds_count',
    labels: { to: 'host', name: 'git', outcome: '4xx' },
    value: expect.any(Number),
  })
  expect(metrics.get('plumbline_jobs_total')?.samples.map(({ labels }) => labels.job)).toContain('start')
  expect(metrics.get('plumbline_sweep_interval_seconds')?.samples[0]?.value).toBe(180)
  expect(text).not.toContain('canary')
})

test('without a token for them there are none', async () => {
  const serving = await aServing('')

  expect((await fetch(`${serving.url}/metrics`)).status).toBe(404)
})
