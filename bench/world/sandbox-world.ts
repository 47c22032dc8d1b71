import { type Handler, startHandler } from '../process/handler.ts'
import { rootsOf } from './roots.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { clusterToken, gitToken, repository } from './sandbox-calls.ts'

/** The sandbox and the built handler, each in its own process; the handler is told of what happens. */
export interface SandboxWorld {
  readonly sandbox: Sandbox
  readonly handler: Handler
  readonly repositoryUrl: string
  stop(): Promise<void>
}

export interface Wish {
  /** Between two sweeps; none unless told. */
  readonly sweepSeconds?: number
  /** False: the Git host sends the handler no webhooks. */
  readonly isTold?: boolean
}

export const webhookSecret = 'bench-webhook-secret'

export function repositoryUrl({ gitUrl }: Sandbox): string {
  return `${gitUrl}/${repository}.git`
}

/** A handler beside a sandbox that runs already, and may hold what it likes. */
export async function startSandboxHandler(
  sandbox: Sandbox,
  { sweepSeconds = 0 }: Wish = {},
): Promise<Handler> {
  return startHandler({
    PLUMBLINE_SETTINGS: settings(sandbox, sweepSeconds),
    GIT_TOKEN: gitToken,
    CLUSTER_TOKEN: clusterToken,
    WEBHOOK_SECRET: webhookSecret,
  })
}

export async function startSandboxWorld(wish: Wish = {}): Promise<SandboxWorld> {
  const sandbox = await startSandbox()
  const handler = await startSandboxHandler(sandbox, wish)
  if (wish.isTold !== false) await sandbox.hook(`${handler.url}/webhooks/gitea`, webhookSecret)
  await quiet(sandbox)
  return {
    sandbox,
    handler,
    repositoryUrl: repositoryUrl(sandbox),
    async stop() {
      await handler.stop()
      await sandbox.stop()
    },
  }
}

const quietMilliseconds = 500

/** Once nothing was asked of the sandbox for a moment: no job runs, unless it only computes. */
export async function quiet({ requests }: Sandbox): Promise<void> {
  for (let asked = 1; asked > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, quietMilliseconds))
    const { git, cluster } = await requests()
    asked = git + cluster
  }
}

function settings(sandbox: Sandbox, sweepSeconds: number): string {
  return `
installation: bench
hosts:
  - name: git
    kind: gitea
    address: ${sandbox.gitUrl}
    token: { env: GIT_TOKEN }
    webhookSecrets: [{ env: WEBHOOK_SECRET }]
    repositories: ['platform/*']
clusters:
  - name: production
    server: ${sandbox.clusterUrl}
    token: { env: CLUSTER_TOKEN }
sweep: { seconds: ${sweepSeconds} }
${rootsOf(repositoryUrl(sandbox))}`
}
