import type { WebhookDialect } from '../../src/app.ts'
import type { Log } from '../../src/engine/log.ts'
import { createSandboxControllers } from '../../src/sandbox/api-server/controllers/controllers.ts'
import { createSandboxApiServer, type SandboxApiServer } from '../../src/sandbox/api-server/server.ts'
import { createSandboxGitHost, type SandboxGitHost } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import { type Serving, serve } from '../node.ts'
import { type Listening, listen } from '../node-only/listen.ts'
import { serveCluster } from './serve-cluster.ts'

export const repository = 'platform/config'

/** A Git host, a cluster and the handler between them, all over real HTTP on loopback. */
export interface World {
  readonly git: SandboxGitHost
  readonly gitUrl: string
  /** Of its repository, and how a pull request there is merged. */
  readonly gitApi: string
  readonly mergeMethod: 'POST' | 'PUT'
  readonly cluster: SandboxApiServer
  /** The path of a kubeconfig for a person. */
  readonly kubeconfig: string
  readonly handler: Serving
  /** Any path of the cluster's API, as JSON; undefined where there is nothing. */
  read(path: string): Promise<unknown>
  /** A request to the cluster by the person of the kubeconfig. */
  asPerson(path: string, init: RequestInit): Promise<Response>
  stop(): Promise<void>
}

const gitToken = 'demo-git-token'
const clusterToken = 'demo-cluster-token'
const personToken = 'demo-person-token'
const webhookSecret = 'demo-webhook-secret'
const hostname = '127.0.0.1'
const controllerMilliseconds = 100

export async function startWorld(log: Log, dialect: WebhookDialect): Promise<World> {
  const cluster = createSandboxApiServer({
    now: () => Date.now(),
    random: Math.random,
    users: {
      [clusterToken]: { name: 'plumbline', groups: ['system:masters'] },
      [personToken]: { name: 'you', groups: ['system:masters'] },
    },
  })
  const controllers = createSandboxControllers(cluster)
  const tending = setInterval(() => controllers.step(), controllerMilliseconds)
  const clusterServer = await serveCluster(cluster, personToken)
  const { git, server: gitServer } = await startGit(dialect)
  const handler = await serve({
    hostname,
    port: 0,
    log,
    opensConsole: true,
    env: {
      PLUMBLINE_SETTINGS: settings(dialect, gitServer.url, clusterServer.url),
      GIT_TOKEN: gitToken,
      CLUSTER_TOKEN: clusterToken,
      WEBHOOK_SECRET: webhookSecret,
    },
  })
  git.createRepository({ owner: 'platform', name: 'config' })
  git.addHook(repository, { url: `${handler.url}/webhooks/${dialect}`, secret: webhookSecret })
  return {
    git,
    gitUrl: gitServer.url,
    gitApi: `${gitServer.url}/api/${dialect === 'github' ? 'v3' : 'v1'}/repos/${repository}`,
    mergeMethod: dialect === 'github' ? 'PUT' : 'POST',
    cluster,
    kubeconfig: clusterServer.kubeconfig,
    handler,
    read: (path) => read(`${clusterServer.url}${path}`),
    asPerson: (path, init) => fetch(`${clusterServer.url}${path}`, init),
    async stop() {
      clearInterval(tending)
      await handler.stop()
      await Promise.all([gitServer.close(), clusterServer.close()])
    },
  }
}

/** Its answers hold its own address, which is known only once it listens. */
async function startGit(dialect: WebhookDialect): Promise<{ git: SandboxGitHost; server: Listening }> {
  let git: SandboxGitHost | undefined
  const server = await listen({
    fetch: async (request) => (await git?.fetch(request)) ?? new Response(null, { status: 503 }),
    hostname,
    port: 0,
  })
  git = createSandboxGitHost({
    baseUrl: server.url,
    dialect,
    users: [{ login: 'platform', token: gitToken }],
    now: () => Date.now(),
    deliver: (request) => fetch(request),
  })
  return { git, server }
}

function settings(dialect: WebhookDialect, gitUrl: string, clusterUrl: string): string {
  return `
installation: demo
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
    allow:
      namespaces: [shop, platform, reports]
      namespacedKinds: ['*']
      clusterKinds: [Namespace, 'rbac.authorization.k8s.io/*']
brakes: { pruneObjects: 2 }
`
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${clusterToken}` } })
  return response.ok ? response.json() : undefined
}
