import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { serve } from '../../handlers/node.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Accepts every request and answers none. */
async function aSilentServer(): Promise<{ readonly url: string; readonly asked: Promise<void> }> {
  let tell = () => {}
  const asked = new Promise<void>((resolve) => {
    tell = resolve
  })
  const server: Server = createServer(() => tell())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function aServing(host: string, secretFile?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'serve-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const path = join(folder, 'settings.yaml')
  const secret = secretFile === undefined ? '{ env: WEBHOOK }' : `{ file: ${secretFile} }`
  await writeFile(
    path,
    `
installation: test
hosts:
  - { name: git, kind: gitea, address: '${host}', webhookSecrets: [${secret}], repositories: ['platform/*'] }
clusters:
  - { name: prod, server: '${host}' }
roots:
  - repository: ${host}/platform/config.git
    revision: main
    path: root
    mode: sync
    cluster: prod
    allow: { namespaces: [shop], namespacedKinds: ['*'], clusterKinds: [] }
`,
  )
  const logged: string[] = []
  const serving = await serve({
    hostname: '127.0.0.1',
    port: 0,
    env: { PLUMBLINE_SETTINGS: path, WEBHOOK: 'secret' },
    log: (_, message) => void logged.push(message),
    graceMilliseconds: 50,
  })
  return { serving, logged }
}

test('stopping breaks off what a silent server holds up, and nothing of it is left waiting', async () => {
  const silent = await aSilentServer()
  const { serving, logged } = await aServing(silent.url)
  await silent.asked

  await serving.stop()

  expect(logged).toContain('what still runs is broken off; the next start goes on with it')
})

test('whoever asks for readiness is told which setting is at fault, and no path', async () => {
  const silent = await aSilentServer()
  const { serving } = await aServing(silent.url, '/nowhere/canary')

  const answer = await fetch(`${serving.url}/readyz`)
  const text = await answer.text()
  await serving.stop()

  expect(answer.status).toBe(503)
  expect(text).toBe('hosts: git: a webhook secret cannot be read\n')
})
