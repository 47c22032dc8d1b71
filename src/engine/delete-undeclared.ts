import { desiredForDeletion } from '../diff/desired-objects.ts'
import { isEmpty, type Plan, type SkipReason } from '../plan/plan.ts'
import { permitFor } from '../policy/authorise.ts'
import { skipReasons } from '../report/plan-text.ts'
import { count } from '../report/printable.ts'
import { isSameWork } from '../sync/last-operation.ts'
import type { Operation } from '../sync/operation.ts'
import { readOperation, type StoredOperation } from '../sync/operation-record.ts'
import type { Outcome } from '../sync/outcome.ts'
import { recordPlace } from '../sync/record-store.ts'
import { runSync } from '../sync/run-sync.ts'
import { type Former, formerEntry } from './former-entry.ts'
import type { Look } from './look.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import type { Remembered } from './publish.ts'
import type { Roster } from './roster.ts'
import { nowText, planOf, type Setting, see } from './setting.ts'
import { renderDigest } from './touched.ts'

/** How the deletion of an application stands whose declaration is gone. */
export interface Deletion {
  readonly state: 'kept' | 'waiting' | 'running' | 'failed' | 'deleted'
  /** One line. */
  readonly message: string
  readonly callAgainIn?: number
}

/** What is looked at and planned of a deletion. */
export interface Leaving {
  readonly setting: Setting
  readonly look: Look
  readonly plan: Plan
  readonly startedAt: string
}

/** What would be deleted of an application that is declared no more and asked for that; or why nothing would be. */
export async function planDeletion(
  ports: Ports,
  roster: Roster,
  remembered: Remembered,
): Promise<Leaving | string> {
  const former = await formerEntry(ports, roster, remembered)
  if (typeof former === 'string') return former
  const setting = await settingOf(ports, roster, former)
  const startedAt = nowText(ports)
  const look = await see(setting, { desire: desiredForDeletion })
  const isRootEmpty = !roster.entries.some(({ root }) => root === former.entry.root)
  const confirm = isRootEmpty ? { confirm: 'goes because its root declares nothing any more' } : {}
  return { setting, look, startedAt, plan: await planOf(setting, look, 'delete', startedAt, confirm) }
}

/**
 * Deletes the objects of an application that is declared no more, in the order of a pruning, between its PreDelete and
 * PostDelete hooks, as far as that gets without waiting; once the end is told, its records may go. While one of the deletions waits for
 * people, nothing is deleted. Throws what hinders it for a passing reason.
 */
export async function deleteUndeclared(
  ports: Ports,
  roster: Roster,
  remembered: Remembered,
): Promise<Deletion> {
  const leaving = await planDeletion(ports, roster, remembered)
  if (typeof leaving === 'string') return { state: 'kept', message: `its objects stay: ${leaving}` }
  const { setting, plan, look } = leaving
  const last = await readOperation(setting.place)
  const own = last?.operation.kind === 'delete' && isSameWork(last.operation, setting) ? last : undefined
  if (last?.operation.phase === 'Running' && own === undefined)
    return { state: 'running', message: 'waits for a sync to stop', callAgainIn: 5 }
  if (own?.operation.phase === 'Running') return deletionOf(await run(leaving, last))
  const held = whyHeld(plan) ?? whyUnseen(look) ?? backoff(own?.operation, ports.now())
  if (held !== undefined) return held
  const isDone = own?.operation.phase === 'Succeeded' && plan.prune.length === 0
  if (!isDone && !isEmpty(plan)) return deletionOf(await run(leaving, last))
  return { state: 'deleted', message: deletedMessage(plan, own?.operation) }
}

async function settingOf(ports: Ports, roster: Roster, { entry, source }: Former): Promise<Setting> {
  const { application } = entry
  const cluster = ports.cluster(entry.cluster)
  return {
    ports,
    entry,
    source,
    render: `deletion ${renderDigest(source.rendered)}`,
    commit: source.rendered.commit.sha,
    cluster,
    place: recordPlace(cluster, ports.settings.installation, application.name),
    permit: permitFor(application, entry.root.allow),
    mayWrite: true,
    prunes: true,
    neighbours: await ownersOf(ports, roster).neighboursOf(entry),
    mayRemember: false,
  }
}

const passing: readonly SkipReason[] = ['listing-incomplete', 'roster-incomplete', 'being-deleted']

function whyHeld({ blocks, acknowledgement, application, skips }: Plan): Deletion | undefined {
  const [block] = blocks
  if (block !== undefined) return { state: 'kept', message: `its objects stay: ${block.message}` }
  if (acknowledgement?.given === false) {
    const { digest, objects } = acknowledgement
    const message = `waits for an acknowledgement: ${count(objects.length, 'deletion')}, plumbline ack ${application} ${digest}`
    return { state: 'waiting', message }
  }
  const held = skips.find(({ reason }) => passing.includes(reason))
  return held && { state: 'waiting', message: skipReasons[held.reason], callAgainIn: 30 }
}

/** What could not be listed is not gone, and must not be forgotten. */
function whyUnseen({ comparison }: Look): Deletion | undefined {
  if (comparison.unlisted.length === 0) return undefined
  return { state: 'waiting', message: skipReasons['listing-incomplete'], callAgainIn: 30 }
}

/** A deletion that failed is tried again at growing intervals, up to an hour. */
function backoff(last: Operation | undefined, now: number): Deletion | undefined {
  if (last?.phase !== 'Failed' || last.finishedAt === undefined) return undefined
  const wait = Math.min(30 * 2 ** (last.attempt - 1), 3600)
  const left = wait - (now - Date.parse(last.finishedAt)) / 1000
  return left > 0 ? { state: 'failed', message: last.message, callAgainIn: left } : undefined
}

function run(
  { setting, look, plan, startedAt }: Leaving,
  last: StoredOperation | undefined,
): Promise<Outcome> {
  const { ports, cluster, entry, commit, render, permit } = setting
  const { brakes, installation } = ports.settings
  return runSync({
    cluster,
    installation,
    application: entry.application.name,
    commit,
    render,
    plan,
    kind: 'delete',
    startedAt,
    desired: look.desired,
    last,
    holder: ports.unique(),
    now: () => ports.now(),
    limits: { hookSeconds: brakes.hookSeconds, waveSeconds: brakes.waveSeconds },
    permit,
  })
}

function deletionOf(outcome: Outcome): Deletion {
  switch (outcome.phase) {
    case 'Running':
      return { state: 'running', message: 'its objects are being deleted', callAgainIn: outcome.callAgainIn }
    case 'Succeeded':
      return { state: 'running', message: 'its objects were deleted', callAgainIn: 0 }
    case 'Failed':
      return { state: 'failed', message: outcome.message, callAgainIn: 30 }
    case 'Error':
      return { state: 'running', message: outcome.message, callAgainIn: 30 }
  }
}

/** Another application's by now: that it stays is nothing of this one. */
const elsewhere: readonly SkipReason[] = ['handed-over', 'another-application']

function deletedMessage({ skips }: Plan, last: Operation | undefined): string {
  const pruned = last?.results.filter(({ state }) => state === 'pruned').length ?? 0
  const left = skips.filter(({ reason }) => !elsewhere.includes(reason))
  const [first] = left
  const stay = left.length === 1 ? 'stays' : 'stay'
  const rest = first === undefined ? '' : `; ${left.length} ${stay}: ${skipReasons[first.reason]}`
  return `deleted with its declaration: ${count(pruned, 'object')}${rest}`
}
