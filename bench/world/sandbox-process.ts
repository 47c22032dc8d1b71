import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../handlers/node-only/listen.ts'
import { createSandboxControllers } from '../../src/sandbox/api-server/controllers/controllers.ts'
import { createSandboxApiServer } from '../../src/sandbox/api-server/server.ts'
import { createSandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import { requestKind } from './request-kind.ts'
import {
  type CapturedDelivery,
  captureUrl,
  clusterToken,
  gitToken,
  type Requests,
  repository,
  type SandboxAddresses,
  type SandboxCalls,
  type StatusSeen,
} from './sandbox-calls.ts'

const hostname = '127.0.0.1'
const controllerMilliseconds = 100

let latency = 0
let counts = new Map<string, number>()
let deliveries: CapturedDelivery[] = []
const statuses = new Map<string, StatusSeen>()
const watchers = new Set<() => void>()

const cluster = createSandboxApiServer({
  now: () => Date.now(),
  random: Math.random,
  users: { [clusterToken]: { name: 'plumbline', groups: ['system:masters'] } },
})
const controllers = createSandboxControllers(cluster)
setInterval(() => controllers.step(), controllerMilliseconds)
const clusterServer = await listen({
  fetch: slowly('cluster', (request) => cluster.fetch(request)),
  hostname,
  port: 0,
})
const gitServer = await listen({ fetch: slowly('git', (request) => git.fetch(request)), hostname, port: 0 })
const git = createSandboxGitHost({
  baseUrl: gitServer.url,
  users: [{ login: 'platform', token: gitToken }],
  now: () => Date.now(),
  deliver: (request) => (request.url === captureUrl ? capture(request) : fetch(request)),
})
git.createRepository({ owner: 'platform', name: 'config' })
git.intercept(async (request, answer) => {
  const commit = /\/statuses\/(?<commit>[0-9a-f]{40})$/.exec(new URL(request.url).pathname)?.groups?.commit
  if (request.method !== 'POST' || commit === undefined) return answer()
  const { context, state, description } = await request.clone().json()
  const response = await answer()
  statuses.set(`${commit} ${context}`, { state, description, at: Date.now() })
  for (const watcher of watchers) watcher()
  return response
})

type Answers = { [Name in keyof SandboxCalls]: (...words: Parameters<SandboxCalls[Name]>) => unknown }

const answers: Answers = {
  latency(milliseconds) {
    latency = milliseconds
  },
  hook: (url, secret) => git.addHook(repository, { url, secret }),
  commit: (branch, files) => git.commit(repository, branch, { files, message: 'change' }),
  openPull: (head) => git.openPullRequest(repository, { head }),
  verdict,
  async captured() {
    await git.settled()
    const taken = deliveries
    deliveries = []
    return taken
  },
  requests() {
    const taken = counts
    counts = new Map()
    return counted(taken)
  },
}

process.on('message', (call: { id: number; name: keyof SandboxCalls; words: never[] }) => {
  void answer(call)
})
process.once('disconnect', () => process.exit(0))
process.send?.({ gitUrl: gitServer.url, clusterUrl: clusterServer.url } satisfies SandboxAddresses)

async function answer({ id, name, words }: { id: number; name: keyof SandboxCalls; words: never[] }) {
  try {
    const work: (...given: never[]) => unknown = answers[name]
    process.send?.({ id, value: await work(...words) })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

function slowly(of: 'git' | 'cluster', answer: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const kind = `${of} ${requestKind(request)}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (latency > 0) await sleep(latency)
    return answer(request)
  }
}

async function capture(request: Request): Promise<Response> {
  deliveries.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
  return new Response(null, { status: 202 })
}

function counted(taken: ReadonlyMap<string, number>): Requests {
  const sum = (of: string) =>
    [...taken].reduce((all, [kind, count]) => (kind.startsWith(of) ? all + count : all), 0)
  return { git: sum('git '), cluster: sum('cluster '), kinds: Object.fromEntries(taken) }
}

function verdict(commit: string, context: string): Promise<StatusSeen> {
  return new Promise((resolve) => {
    function watch(): void {
      const seen = statuses.get(`${commit} ${context}`)
      if (seen === undefined || seen.state === 'pending') return
      watchers.delete(watch)
      resolve(seen)
    }
    watchers.add(watch)
    watch()
  })
}
