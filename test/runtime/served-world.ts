import { type Listening, listen } from '../../handlers/node-only/listen.ts'
import { openRemoteHost } from '../../handlers/remote-host.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { createSandboxControllers } from '../../src/sandbox/api-server/controllers/controllers.ts'
import { createSandboxApiServer } from '../../src/sandbox/api-server/server.ts'
import { createSandboxGitHost, type SandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import type { Files } from '../support/world.ts'
import { type Isolate, type Sent, startIsolate } from './isolate.ts'

export const fullName = 'platform/config'
const secret = 'webhook-secret'
const prefix = '/clusters/prod'

/** A Git host and a cluster behind an HTTP proxy with a path prefix, on loopback, for a Worker to talk to. */
export interface ServedWorld {
  readonly git: SandboxGitHost
  /** Commits on `main`, with the declarations' address of the Git host made this one's. */
  commit(files: Files): CommitSha
  /** Opens a pull request into `main`; its number and head. */
  propose(files: Files): { readonly number: number; readonly head: CommitSha }
  /** Bindings of a Worker for this world. */
  readonly texts: Readonly<Record<string, string>>
  /** What was asked so far, in order: `git GET /api/v1/…`. */
  readonly requests: string[]
  /** The newest status of each context on a commit. */
  statuses(commit: CommitSha): Promise<Readonly<Record<string, string>>>
  /** An object of the cluster, by the path of its API; undefined where there is none. */
  read(path: string): Promise<unknown>
  /** The deliveries of the Git host that nobody has taken yet. */
  deliveries(): Request[]
  stop(): Promise<void>
}

export type Dialect = 'gitea' | 'github'

export async function startServedWorld(dialect: Dialect = 'gitea'): Promise<ServedWorld> {
  const requests: string[] = []
  const delivered: Request[] = []
  const cluster = createSandboxApiServer({
    now: () => Date.now(),
    random: Math.random,
    users: { 'cluster-token': { name: 'plumbline', groups: ['system:masters'] } },
  })
  const controllers = createSandboxControllers(cluster)
  const kube = await listen({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname + new URL(request.url).search
      if (!path.startsWith(prefix)) return new Response('no such cluster', { status: 404 })
      requests.push(`kube ${request.method} ${path.slice(prefix.length)}`)
      const answer = await cluster.fetch(
        new Request(new URL(path.slice(prefix.length), request.url), request),
      )
      controllers.settle()
      return answer
    },
  })
  const { git, server } = await startGit(dialect, requests, delivered)
  git.createRepository({ owner: 'platform', name: 'config' })
  git.addHook(fullName, { url: `https://plumbline.test/webhooks/${dialect}`, secret })
  return {
    git,
    requests,
    commit: (files) => git.commit(fullName, 'main', { files: here(files, server.url), message: 'change' }),
    propose(files) {
      const head = git.commit(fullName, 'topic', { files: here(files, server.url), message: 'proposal' })
      return { number: git.openPullRequest(fullName, { head: 'topic' }), head }
    },
    texts: {
      PLUMBLINE_SETTINGS: settings(dialect, server.url, kube.url + prefix),
      GIT_TOKEN: 'git-token',
      CLUSTER_TOKEN: 'cluster-token',
      WEBHOOK_SECRET: secret,
    },
    statuses: (commit) => statuses(dialect, git, commit),
    async read(path) {
      const headers = { authorization: 'Bearer cluster-token' }
      const response = await fetch(kube.url + prefix + path, { headers })
      return response.ok ? response.json() : undefined
    },
    deliveries: () => delivered.splice(0),
    async stop() {
      await Promise.all([kube.close(), server.close()])
    },
  }
}

function here(files: Files, url: string): Files {
  const changed = Object.entries(files).map(
    ([path, text]) => [path, text?.replaceAll('http://git.sandbox', url) ?? null] as const,
  )
  return Object.fromEntries(changed)
}

async function startGit(
  dialect: Dialect,
  requests: string[],
  delivered: Request[],
): Promise<{ git: SandboxGitHost; server: Listening }> {
  let git: SandboxGitHost | undefined
  const server = await listen({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      requests.push(`git ${request.method} ${pathname}${search}`)
      return (await git?.fetch(request)) ?? new Response(null, { status: 503 })
    },
  })
  git = createSandboxGitHost({
    baseUrl: server.url,
    dialect,
    users: [{ login: 'platform', token: 'git-token' }],
    now: () => Date.now(),
    async deliver(request) {
      delivered.push(request.clone())
      return new Response(null, { status: 202 })
    },
  })
  return { git, server }
}

async function statuses(
  kind: Dialect,
  git: SandboxGitHost,
  commit: CommitSha,
): Promise<Readonly<Record<string, string>>> {
  const host = { name: 'git', kind, address: 'http://git.sandbox', webhookSecrets: [], repositories: [] }
  const { feedback } = openRemoteHost(host, { kind: 'token', token: 'git-token' }, () => {}, {
    fetch: (input, init) => git.fetch(new Request(input, init)),
    sleep: async () => {},
    random: () => 0.5,
  })
  const found = (await feedback?.statuses({ host: 'git', owner: 'platform', name: 'config' }, commit)) ?? []
  return Object.fromEntries(
    found.map(({ context, state, description }) => [context, `${state}: ${description}`]),
  )
}

function settings(dialect: Dialect, gitUrl: string, clusterUrl: string): string {
  return `
installation: runtime
hosts:
  - name: git
    kind: ${dialect}
    address: ${gitUrl}
    token: { env: GIT_TOKEN }
    webhookSecrets: [{ env: WEBHOOK_SECRET }]
    repositories: ['platform/*']
clusters:
  - name: sandbox
    server: ${clusterUrl}
    token: { env: CLUSTER_TOKEN }
roots:
  - repository: ${gitUrl}/platform/config.git
    revision: main
    path: root
    mode: sync
    cluster: sandbox
    allow: { namespaces: ['*'], namespacedKinds: ['*'], clusterKinds: [Namespace] }
`
}

/** A Worker whose queue is in the hands of a test. */
export interface HeldWorker {
  /** Jobs that wait; they outlive the isolate. */
  readonly waiting: readonly Sent[]
  /** Sends what the Git host had to deliver to the Worker, each with its signature. */
  receive(): Promise<void>
  /** Performs one job, by an isolate with empty memory. */
  step(): Promise<void>
  /** Performs jobs, whatever their delay, until none is left; `each` is called after each of them. */
  drain(): Promise<void>
  tick(): Promise<void>
  /** Ends the isolate; the next call starts another. */
  forget(): Promise<void>
  isolate(): Promise<Isolate>
}

const mostJobs = 200

export function heldWorker(world: ServedWorld): HeldWorker {
  const waiting: Sent[] = []
  let running: Isolate | undefined

  async function isolate(): Promise<Isolate> {
    running ??= await startIsolate({ texts: world.texts, hold: (sent) => waiting.push(sent) })
    return running
  }

  async function step(): Promise<void> {
    const next = waiting.shift()
    if (next === undefined) throw new Error('no job waits')
    if ((await (await isolate()).deliver(next.job)) === 'again') waiting.push(next)
  }

  return {
    waiting,
    isolate,
    step,
    async receive() {
      for (const request of world.deliveries()) {
        const headers = Object.fromEntries(request.headers)
        const body = new Uint8Array(await request.arrayBuffer())
        const answer = await (await isolate()).fetch(new URL(request.url).pathname, {
          method: 'POST',
          headers,
          body,
        })
        if (answer.status !== 202) throw new Error(`a delivery was answered ${answer.status}: ${answer.text}`)
      }
    },
    async drain() {
      for (let jobs = 0; waiting.length > 0; jobs++) {
        if (jobs > mostJobs) throw new Error('the jobs do not come to an end')
        await step()
      }
    },
    async tick() {
      await (await isolate()).tick()
    },
    async forget() {
      await running?.end()
      running = undefined
    },
  }
}
