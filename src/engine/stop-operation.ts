import { type CommitSha, shortSha } from '../git/commit.ts'
import { formatRepository, sameRepository } from '../git/repository.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import { permitFor } from '../policy/authorise.ts'
import type { Permit } from '../policy/permit.ts'
import type { Operation } from '../sync/operation.ts'
import { readOperation } from '../sync/operation-record.ts'
import { recordPlace } from '../sync/record-store.ts'
import { runSync } from '../sync/run-sync.ts'
import { writeStatus } from '../sync/status-record.ts'
import { answerOnCommit } from './answer-on-commit.ts'
import type { Ports } from './ports.ts'
import { type Remembered, recall, supersededReport } from './publish.ts'
import type { Roster, RosterEntry } from './roster.ts'

/** `running` asks for another call: a hook has to end first. */
export type Stopped = 'nothing-ran' | 'running' | 'ended'

export interface StopRequest {
  readonly application: string
  readonly cluster: string
  /** The commit from which on there is nothing to sync. */
  readonly by: CommitSha
  readonly permit: Permit
}

/**
 * Stops the sync of an application that has nothing left to sync, at its wave boundary, as a newer commit would: a hook
 * that runs is awaited, and what was recorded of hooks is cleaned up. Design D1.
 */
export async function stopOperation(ports: Ports, request: StopRequest): Promise<Stopped> {
  const { application, by } = request
  const cluster = ports.cluster(request.cluster)
  const { installation, brakes } = ports.settings
  const last = await readOperation(recordPlace(cluster, installation, application))
  if (last?.operation.phase !== 'Running' || last.operation.commit === by) return 'nothing-ran'
  const outcome = await runSync({
    cluster,
    installation,
    application,
    commit: by,
    plan: { application, commit: by, phases: [], prune: [], skips: [], blocks: [] },
    kind: 'sync',
    startedAt: new Date(ports.now()).toISOString(),
    last,
    holder: ports.unique(),
    now: () => ports.now(),
    limits: { hookSeconds: brakes.hookSeconds, waveSeconds: brakes.waveSeconds },
    permit: request.permit,
  })
  return outcome.phase === 'Running' ? 'running' : 'ended'
}

/** The declaration is there and cannot be rendered: its commit has come, and there is nothing of it to sync. */
export async function stopUnusable(ports: Ports, entry: RosterEntry): Promise<Stopped> {
  const { application, source, declaredBy, root, cluster } = entry
  if (source.kind !== 'unusable' || source.problem.retryable || root.mode === 'observe') return 'nothing-ran'
  const by = (source.commit ?? declaredBy).sha
  return stopOperation(ports, {
    application: application.name,
    cluster,
    by,
    permit: permitFor(application, root.allow),
  })
}

/**
 * Ends what was begun for an application that is declared no more, and answers where it was still open. Its objects
 * stay. Nothing is done while a declaration that could be its own cannot be read.
 */
export async function endUndeclared(ports: Ports, roster: Roster, application: string): Promise<Stopped> {
  if (!isUndeclared(roster, application)) return 'nothing-ran'
  const { of } = await recall(
    ports,
    ports.settings.clusters.map(({ name }) => name),
  )
  const remembered = of.get(application)
  const by = remembered && tipFor(roster, remembered)
  if (remembered === undefined || by === undefined) return 'nothing-ran'
  const { cluster } = remembered
  const place = recordPlace(ports.cluster(cluster), ports.settings.installation, application)
  const operation = (await readOperation(place))?.operation
  const permit = permitForHooks(operation)
  const stopped = await stopOperation(ports, { application, cluster, by: by.sha, permit })
  if (stopped !== 'running' && remembered.summary.verdict === 'pending') await tellEnd(ports, remembered, by)
  return stopped
}

/** Gone, or refused: a declaration of its name that cannot be used declares nothing either. */
function isUndeclared({ entries, complete, problems }: Roster, name: string): boolean {
  if (entries.some(({ application }) => application.name === name)) return false
  const isRefused = problems.some(
    ({ application, problem }) => application === name && problem.warning !== true && !problem.retryable,
  )
  return complete || isRefused
}

function tipFor({ tips }: Roster, { summary }: Remembered): Roster['tips'][number] | undefined {
  const { reportedOn } = summary
  const own = tips.find(
    ({ repository }) => reportedOn !== undefined && sameRepository(repository, reportedOn),
  )
  return own ?? tips[0]
}

/** Nobody declares any more what it may write: only what it made itself, its hooks, is cleaned up. */
function permitForHooks(operation: Operation | undefined): Permit {
  const hooks = new Set((operation?.hooks ?? []).map(({ key }) => formatKey(key)))
  return (key: ObjectKey) => (hooks.has(formatKey(key)) ? undefined : 'its application is declared no more')
}

async function tellEnd(ports: Ports, remembered: Remembered, by: Roster['tips'][number]): Promise<void> {
  const { cluster, summary } = remembered
  const { reportedOn } = summary
  const place = recordPlace(ports.cluster(cluster), ports.settings.installation, summary.application)
  const operation = (await readOperation(place))?.operation.phase
  const message = `declared no more at ${shortSha(by.sha)}; its objects stay`
  const at = new Date(ports.now()).toISOString()
  await writeStatus(place, {
    ...summary,
    verdict: 'error',
    message,
    at,
    ...(operation === undefined ? {} : { operation }),
  })
  if (reportedOn === undefined) return
  const { sha, ...repository } = reportedOn
  ports.log('info', 'an application that is declared no more was ended', {
    application: summary.application,
    commit: sha,
    repository: formatRepository(repository),
  })
  const report = { ...supersededReport(remembered, by), summary: message }
  await answerOnCommit(ports, [cluster], { on: { repository, sha }, fresh: [{ report, at }] }, [])
}
