import { shortSha } from '../git/commit.ts'
import { applyCount } from '../plan/plan.ts'
import type { ApplicationFacts } from '../report/application-facts.ts'
import { reportApplication } from '../report/application-report.ts'
import type { ApplicationReport, ReportProblem } from '../report/report.ts'
import { isOutOfSync } from '../report/sync-status.ts'
import { present } from '../settings/present.ts'
import { isSameWork, lastOperation } from '../sync/last-operation.ts'
import type { HealedField, Operation } from '../sync/operation.ts'
import { readOperation, type StoredOperation } from '../sync/operation-record.ts'
import type { Outcome } from '../sync/outcome.ts'
import { runSync } from '../sync/run-sync.ts'
import type { SyncInput } from '../sync/sync-input.ts'
import { afterSync } from './after-sync.ts'
import { decide, type Verdict } from './decide.ts'
import { type RenderedSource, withRender } from './entry-source.ts'
import { baseFacts, contestedNow, seen } from './facts.ts'
import { contestedCount, healedAfter, withoutContested } from './fights.ts'
import { hasGoneOn } from './gone-on.ts'
import { callAgain, heldBy, isWrite } from './held.ts'
import type { Look } from './look.ts'
import { timed } from './meter.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { RosterEntry } from './roster.ts'
import { nowText, planOf, type ReconcileOptions, type Setting, see, settingOf } from './setting.ts'
import { stopOperation, stopUnusable } from './stop-operation.ts'

/** One application through values 5 to 8. */
export interface Reconciled {
  readonly report: ApplicationReport
  /** The sync is under way, or a backoff runs: worth another call after so many seconds. */
  readonly callAgainIn?: number
  /** The last operation, before this call began another one. */
  readonly before?: Operation
  /** Of a look that wrote nothing: what was decided. */
  readonly decided?: { readonly verdict: Verdict; readonly live: Look['live'] }
}

/** Compares, decides, and does what was decided. What cannot be found out becomes the report; it never throws for that. */
export async function reconcile(
  ports: Ports,
  asked: RosterEntry,
  options: ReconcileOptions,
): Promise<Reconciled> {
  const entry = await withRender(ports, asked)
  try {
    return entry.source.kind === 'unusable'
      ? await reconcileUnusable(ports, entry, entry.source.problem, options)
      : await reconcileRendered(ports, entry, entry.source, options)
  } catch (error) {
    const problem = problemOf(error)
    ports.log('error', 'an application could not be reconciled', {
      application: entry.application.name,
      error:
        problem.code === 'internal' && error instanceof Error
          ? (error.stack ?? error.message)
          : problem.message,
    })
    const retry = problem.retryable ? { callAgainIn: 60 } : {}
    return { report: reportApplication({ ...baseFacts(entry), problems: [problem] }), ...retry }
  }
}

async function reconcileUnusable(
  ports: Ports,
  entry: RosterEntry,
  problem: ReportProblem,
  { mayWrite }: ReconcileOptions,
): Promise<Reconciled> {
  const stopped = mayWrite ? await stopUnusable(ports, entry) : 'nothing-ran'
  const report = reportApplication({ ...baseFacts(entry), problems: [problem] })
  return stopped === 'running' ? { report, callAgainIn: 5 } : { report }
}

async function reconcileRendered(
  ports: Ports,
  entry: RosterEntry,
  source: RenderedSource,
  options: ReconcileOptions,
): Promise<Reconciled> {
  const atTip = await settingOf(ports, entry, source, options)
  const { place, render } = atTip
  const last = await readOperation(place)
  const setting = last?.operation.render === render ? { ...atTip, commit: last.operation.commit } : atTip
  if (options.mayWrite && (await isOvertaken(setting, last)))
    return { report: reportApplication({ ...baseFacts(entry), outcome: waiting(last) }), callAgainIn: 1 }
  const superseded = await supersede(setting, last, options)
  if (superseded === 'running') {
    const report = reportApplication(await stoppingFacts(setting, last))
    return { report, callAgainIn: 5, ...present({ before: last?.operation }) }
  }
  const before = superseded === undefined ? last : await readOperation(place)
  const wish = isAnswered(setting, before, options) ? { ...options, asked: false, mayWrite: false } : options
  return { ...(await act(setting, before, wish)), ...present({ before: before?.operation }) }
}

/** What was asked for has begun and ended since, by whosever hand: it does not begin anew, and what came of it is told. */
function isAnswered(
  setting: Setting,
  last: StoredOperation | undefined,
  { asked, askedAt }: ReconcileOptions,
): boolean {
  if (!asked || askedAt === undefined || last === undefined) return false
  const { kind, phase, startedAt } = last.operation
  const isOurs = kind === 'manual' && Date.parse(startedAt) >= askedAt && isSameWork(last.operation, setting)
  return isOurs && phase !== 'Running'
}

/**
 * Whether somebody has synced another commit since ours was read, and ours is the older one: Git is asked again after the
 * record was read, and whatever begins between the two takes the record from under us.
 */
async function isOvertaken(setting: Setting, last: StoredOperation | undefined): Promise<boolean> {
  if (last === undefined || isSameWork(last.operation, setting)) return false
  return hasGoneOn(setting.ports, setting.entry, last.operation.startedAt)
}

/** An operation of an older commit is stopped at its wave boundary before anything of the new one begins. Design D1. */
async function supersede(
  setting: Setting,
  last: StoredOperation | undefined,
  { mayWrite }: ReconcileOptions,
): Promise<'running' | 'ended' | undefined> {
  if (!mayWrite || setting.entry.root.mode === 'observe') return undefined
  if (last?.operation.phase !== 'Running' || isSameWork(last.operation, setting)) return undefined
  const { ports, entry, commit, render, permit } = setting
  const { application, cluster } = entry
  return stopOperation(ports, last, { application: application.name, cluster, commit, render, permit })
}

async function act(
  setting: Setting,
  last: StoredOperation | undefined,
  options: ReconcileOptions,
): Promise<Reconciled> {
  const { ports, entry } = setting
  const startedAt = nowText(ports)
  const isRunning = last?.operation.phase === 'Running' && isSameWork(last.operation, setting)
  const look = await see(setting, isRunning ? { running: last } : {})
  const plan = await planOf(setting, look, options.asked ? 'manual' : 'sync', startedAt)
  const healed = healedBefore(setting, last)
  const contested = contestedNow(setting, look, healed)
  const verdict = decide({
    mode: entry.root.mode,
    policy: entry.application.syncPolicy,
    commit: setting.commit,
    render: setting.render,
    outOfSync: applyCount(plan),
    toPrune: plan.prune.length,
    leftToPrune: look.comparison.objects.filter((one) => one.kind === 'extraneous' && isOutOfSync(one))
      .length,
    blocked: plan.blocks.some(({ code }) => code !== 'observe-mode'),
    asked: options.asked,
    fight: { fields: contested, objects: contestedCount(plan, contested) },
    now: ports.now(),
    ...(last === undefined ? {} : { last: lastOperation(last.operation) }),
  })
  const facts = { ...baseFacts(entry), ...seen(look), plan }
  if (!options.mayWrite || !isWrite(verdict)) {
    const report = reportApplication({ ...facts, contested, ...heldBy(verdict, last) })
    return { report, decided: { verdict, live: look.live }, ...callAgain(verdict, report) }
  }
  const again = plansAgain(verdict)
  const kind = verdict.kind === 'sync' || again === undefined ? (options.asked ? 'manual' : 'sync') : again
  const fair = again === 'self-heal' ? withoutContested(look.comparison, contested) : look.comparison
  const run =
    again === undefined ? plan : await planOf(setting, { ...look, comparison: fair }, again, startedAt)
  const memory =
    verdict.kind === 'continue' ? healed : healedAfter(kind, { plan: run, ...look }, healed, ports.now())
  const outcome = await sync(setting, look, { plan: run, kind, startedAt, healed: memory }, last)
  return afterSync(setting, { ...facts, plan: run }, { look, outcome, healed: memory })
}

/** A self-heal applies only what differs; a further attempt runs the hooks whether anything differs or not. */
function plansAgain(verdict: Verdict): Operation['kind'] | undefined {
  if (verdict.kind === 'self-heal' || verdict.kind === 'prune') return verdict.kind
  return verdict.kind === 'sync' && verdict.attempt > 1 ? 'manual' : undefined
}

/** What self-heals of this work have set back until now. */
function healedBefore(setting: Setting, last: StoredOperation | undefined): readonly HealedField[] {
  return last !== undefined && isSameWork(last.operation, setting) ? (last.operation.healed ?? []) : []
}

async function sync(
  { ports, entry, cluster, commit, render, permit }: Setting,
  look: Look,
  wish: Pick<SyncInput, 'plan' | 'kind' | 'startedAt' | 'healed'>,
  last: StoredOperation | undefined,
): Promise<Outcome> {
  const { brakes, installation } = ports.settings
  const input = {
    cluster,
    installation,
    application: entry.application.name,
    commit,
    render,
    ...wish,
    desired: look.desired,
    last,
    holder: ports.unique(),
    now: () => ports.now(),
    limits: { hookSeconds: brakes.hookSeconds, waveSeconds: brakes.waveSeconds },
    permit,
  }
  const outcome = await timed(ports, 'sync', () => runSync(input))
  tellSync(ports, outcome)
  return outcome
}

function tellSync({ meter }: Ports, { phase, results }: Outcome): void {
  if (phase === 'Running') return
  const pruned = results.filter(({ state }) => state === 'pruned').length
  meter?.({ kind: 'sync', result: phase, pruned })
}

async function stoppingFacts(setting: Setting, last: StoredOperation | undefined): Promise<ApplicationFacts> {
  const older = last === undefined ? 'an older commit' : shortSha(last.operation.commit)
  setting.ports.log('info', 'a sync waits for the one before it to stop', {
    application: setting.entry.application.name,
    older,
  })
  return { ...baseFacts(setting.entry), ...seen(await see(setting)), outcome: waiting(last) }
}

/** Until what another commit's sync leaves behind can be looked at. */
function waiting(last: StoredOperation | undefined): Outcome {
  const operationId = last?.operation.id ?? ''
  return { phase: 'Running', operationId, results: [], waitsFor: [], callAgainIn: 5 }
}
