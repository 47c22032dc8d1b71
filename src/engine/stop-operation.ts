import type { CommitSha } from '../git/commit.ts'
import { formatKey } from '../kube/object-key.ts'
import { permitFor } from '../policy/authorise.ts'
import type { Permit } from '../policy/permit.ts'
import { readOperation, type StoredOperation } from '../sync/operation-record.ts'
import { recordPlace } from '../sync/record-store.ts'
import { runSync } from '../sync/run-sync.ts'
import type { Ports } from './ports.ts'
import type { RosterEntry } from './roster.ts'

/** `running` asks for another call: a hook has to end first. */
export type Stopped = 'nothing-ran' | 'running' | 'ended'

export interface StopRequest {
  readonly application: string
  readonly cluster: string
  /** The commit whose work takes its place, and the digest of what it renders; its own where it only ends. */
  readonly commit: CommitSha
  readonly render?: string
  readonly permit: Permit
}

/**
 * Stops a running operation at its wave boundary: a hook that runs is awaited, and what was recorded of hooks is cleaned
 * up. Nothing else is sent, so the manifests are not needed. Design D1.
 */
export async function stopOperation(
  ports: Ports,
  last: StoredOperation,
  { cluster, ...request }: StopRequest,
): Promise<'running' | 'ended'> {
  const { application, commit } = request
  const { installation, brakes } = ports.settings
  const outcome = await runSync({
    ...request,
    cluster: ports.cluster(cluster),
    installation,
    plan: { application, commit, phases: [], prune: [], skips: [], blocks: [] },
    kind: 'sync',
    startedAt: new Date(ports.now()).toISOString(),
    last,
    holder: ports.unique(),
    now: () => ports.now(),
    limits: { hookSeconds: brakes.hookSeconds, waveSeconds: brakes.waveSeconds },
  })
  return outcome.phase === 'Running' ? 'running' : 'ended'
}

/** Whatever is declared now: only what the operation made itself, its hooks, is cleaned up. */
export function permitForHooks({ operation }: StoredOperation): Permit {
  const hooks = new Set(operation.hooks.map(({ key }) => formatKey(key)))
  return (key) => (hooks.has(formatKey(key)) ? undefined : 'it is no hook of the operation that is stopped')
}

/** The declaration is there and cannot be rendered: its commit has come, and there is nothing of it to sync. */
export async function stopUnusable(ports: Ports, entry: RosterEntry): Promise<Stopped> {
  const { application, source, declaredBy, root, cluster } = entry
  if (source.kind !== 'unusable' || source.problem.retryable || root.mode === 'observe') return 'nothing-ran'
  const commit = (source.commit ?? declaredBy).sha
  const last = await readOperation(
    recordPlace(ports.cluster(cluster), ports.settings.installation, application.name),
  )
  if (last?.operation.phase !== 'Running' || last.operation.commit === commit) return 'nothing-ran'
  const permit = permitFor(application, root.allow)
  return stopOperation(ports, last, { application: application.name, cluster, commit, permit })
}
