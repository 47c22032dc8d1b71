import { inject } from 'vitest'
import { type Environment, type HandlerProcess, startHandler } from './plumbline-process.ts'
import { freePort } from './processes.ts'
import { createServiceAccount } from './service-account.ts'
import type { WalkWorld } from './walk-world.ts'

/** The built handler beside a walk's world: told of by Gitea, and replaced by another one when it dies. */
export interface WalkHandler {
  readonly env: Environment
  /** What the one that runs, or ran last, has printed. */
  log(): string
  /** SIGKILL: nothing is saved, nothing is said. */
  kill(): Promise<void>
  /** As an operator ends it; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Another one, at the same address. */
  start(): Promise<void>
  /** Dies without a word, and another one starts. */
  restart(): Promise<void>
}

export interface WalkHandlerOptions {
  /** Of the installation and its cluster account; the world's id is added. */
  readonly name: string
  /** What Gitea tells of. */
  readonly events: readonly string[]
  /** YAML flow lists, as `allow` has them. */
  readonly namespaces: string
  readonly clusterKinds: string
  /** Further lines of the settings. */
  readonly more?: string
}

export async function openWalkHandler(world: WalkWorld, options: WalkHandlerOptions): Promise<WalkHandler> {
  const [gitea, controlPlane] = [inject('gitea'), inject('controlPlane')]
  const port = await freePort()
  const account = await createServiceAccount(controlPlane, `${options.name}-${world.id}`)
  const secret = `secret-${world.id}`
  const env = {
    PLUMBLINE_SETTINGS: settings(world, options),
    CLUSTER_TOKEN: account.token,
    GITEA_TOKEN: gitea.admin.token,
    WEBHOOK_SECRET: secret,
  }
  let handler: HandlerProcess = await startHandler(port, env)
  await world.repository.api('POST', '/hooks', {
    type: 'gitea',
    active: true,
    events: options.events,
    config: { url: `http://127.0.0.1:${port}/webhooks/gitea`, content_type: 'json', secret },
  })
  const start = async () => {
    handler = await startHandler(port, env)
  }
  return {
    env,
    log: () => handler.log(),
    kill: () => handler.kill(),
    stop: () => handler.stop(),
    start,
    async restart() {
      await handler.kill()
      await start()
    },
  }
}

function settings(
  { id, repositoryUrl }: WalkWorld,
  { name, namespaces, clusterKinds, more = '' }: WalkHandlerOptions,
): string {
  const { server, caPath } = inject('controlPlane')
  return `
installation: ${name}-${id}
hosts:
  - name: git
    kind: gitea
    address: ${inject('gitea').baseUrl}
    token: { env: GITEA_TOKEN }
    webhookSecrets: [{ env: WEBHOOK_SECRET }]
    repositories: ['*/config-${id}']
clusters:
  - name: production
    server: ${server}
    token: { env: CLUSTER_TOKEN }
    ca: ${caPath}
${more}
roots:
  - repository: ${repositoryUrl}
    revision: main
    path: root
    mode: sync
    cluster: production
    allow:
      namespaces: ${namespaces}
      namespacedKinds: ['*']
      clusterKinds: ${clusterKinds}
`
}
