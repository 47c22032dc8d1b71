import { expect, test } from 'vitest'
import worker from '../../handlers/worker.ts'
import { jobsOf } from '../../handlers/worker-only/job-queue.ts'

const settings = `
installation: test
hosts:
  - { name: git, kind: gitea, address: 'https://git.example.com', webhookSecrets: [{ env: WEBHOOK }], repositories: ['acme/*'] }
clusters:
  - { name: prod, server: 'https://kube.example.com' }
roots:
  - { repository: 'https://git.example.com/acme/config.git', revision: main, path: root, cluster: prod }
`
const jobs = { send: async () => {} }
const texts = { PLUMBLINE_SETTINGS: settings, WEBHOOK: 'secret' }

async function readiness(bindings: Readonly<Record<string, unknown>>): Promise<number> {
  return (await worker.fetch(new Request('https://worker.test/readyz'), bindings)).status
}

test('a Worker with a queue, settings and secrets is ready', async () => {
  expect(await readiness({ ...texts, JOBS: jobs })).toBe(200)
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['no queue', texts],
  ['a text for a queue', { ...texts, JOBS: 'plumbline' }],
  ['something that sends nothing', { ...texts, JOBS: { send: 'now' } }],
  ['no settings', { JOBS: jobs }],
  ['settings that are no text', { ...texts, JOBS: jobs, PLUMBLINE_SETTINGS: { roots: [] } }],
  ['settings that are no YAML', { ...texts, JOBS: jobs, PLUMBLINE_SETTINGS: '{{{' }],
  ['no secret', { JOBS: jobs, PLUMBLINE_SETTINGS: settings }],
])('a Worker with %s says that it is not, and takes no delivery', async (_, bindings) => {
  const request = new Request('https://worker.test/webhooks/gitea', { method: 'POST', body: '{}' })

  expect(await readiness(bindings)).toBe(503)
  expect((await worker.fetch(request, bindings)).status).toBeGreaterThanOrEqual(400)
})

test('a queue that is not bound is asked for by its name', () => {
  expect(() => jobsOf({})).toThrow('the binding JOBS: is no queue; bind one by [[queues.producers]]')
})
