import type { Cluster } from '../cluster/cluster.ts'
import { markHandedOver } from '../diff/handed-over.ts'
import { type CommitSha, shortSha } from '../git/commit.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import type { Neighbours } from '../plan/neighbours.ts'
import { applyCount, type Plan } from '../plan/plan.ts'
import { permitFor } from '../policy/authorise.ts'
import type { Permit } from '../policy/permit.ts'
import type { ApplicationFacts, Contested, Held } from '../report/application-facts.ts'
import { reportApplication } from '../report/application-report.ts'
import type { ApplicationReport, ReportProblem } from '../report/report.ts'
import { isOutOfSync } from '../report/sync-status.ts'
import { present } from '../settings/present.ts'
import { readInventory } from '../sync/inventory-record.ts'
import { isSameWork, lastOperation } from '../sync/last-operation.ts'
import type { HealedField, Operation } from '../sync/operation.ts'
import { readOperation, type StoredOperation } from '../sync/operation-record.ts'
import type { Outcome } from '../sync/outcome.ts'
import { type RecordPlace, recordPlace } from '../sync/record-store.ts'
import { runSync } from '../sync/run-sync.ts'
import type { SyncInput } from '../sync/sync-input.ts'
import { decide, type Verdict } from './decide.ts'
import { commitOf, type RenderedSource, withRender } from './entry-source.ts'
import { contestedCount, contestedFields, healedAfter, withoutContested } from './fights.ts'
import { finalizerWarning } from './finalizer-warning.ts'
import { type Look, lookAt } from './look.ts'
import { type Owners, unknownNeighbours } from './owners.ts'
import { planFor } from './plan-for.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { rememberVerdicts } from './remember-verdicts.ts'
import type { RosterEntry } from './roster.ts'
import { stopUnusable } from './stop-operation.ts'
import { renderDigest } from './touched.ts'

const progressingSeconds = 15
const unreachableSeconds = 30

export interface ReconcileOptions {
  /** A person asked for a sync: automation does not matter. */
  readonly asked: boolean
  /** Of a person who asked: whether objects that are not in Git are deleted. Else the application's policy says it. */
  readonly prune?: boolean
  /** False: compare and plan, and write nothing, not even records. */
  readonly mayWrite: boolean
  /** Who else declares what; without it nothing is pruned. */
  readonly owners?: Owners
  /** What the judge said may be kept, also where nothing else is written. */
  readonly mayRemember?: boolean
}

/** One application through values 5 to 8. */
export interface Reconciled {
  readonly report: ApplicationReport
  /** The sync is under way, or a backoff runs: worth another call after so many seconds. */
  readonly callAgainIn?: number
  /** Of a look that wrote nothing: what was decided, and the operation before it. */
  readonly decided?: { readonly verdict: Verdict; readonly last?: Operation }
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

export interface Examined {
  readonly look: Look
  /** Of a sync with hooks, as automation would begin it. */
  readonly plan: Plan
  /** The last operation has ended well: its commit, and the digest of what it rendered. */
  readonly synced?: Pick<Operation, 'commit' | 'render'>
}

/** What a sync would find and do now: the same looks and the same plan, and nothing is written. Throws what hinders it. */
export async function examine(
  ports: Ports,
  entry: RosterEntry,
  source: RenderedSource,
  owners: Owners,
): Promise<Examined> {
  const setting = await settingOf(ports, entry, source, { asked: false, mayWrite: false, owners })
  const [last, look] = [await readOperation(setting.place), await see(setting)]
  const plan = await planOf(setting, look, 'sync', nowText(ports))
  return { look, plan, ...(last?.operation.phase === 'Succeeded' ? { synced: last.operation } : {}) }
}

interface Setting {
  readonly ports: Ports
  readonly entry: RosterEntry
  readonly source: RenderedSource
  readonly render: string
  /** The commit whose work this is: an older one than the source's, where nothing that it renders from has changed since. */
  readonly commit: CommitSha
  readonly cluster: Cluster
  readonly place: RecordPlace
  readonly permit: Permit
  readonly mayWrite: boolean
  readonly prunes: boolean
  readonly neighbours: Neighbours
  readonly mayRemember: boolean
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
  const superseded = await supersede(setting, last, options)
  if (superseded === 'running')
    return { report: reportApplication(await stoppingFacts(setting, last)), callAgainIn: 5 }
  return act(setting, superseded === undefined ? last : await readOperation(place), options)
}

async function settingOf(
  ports: Ports,
  entry: RosterEntry,
  source: RenderedSource,
  { asked, prune, mayWrite, mayRemember = mayWrite, owners }: ReconcileOptions,
): Promise<Setting> {
  const cluster = ports.cluster(entry.cluster)
  const place = recordPlace(cluster, ports.settings.installation, entry.application.name)
  const permit = permitFor(entry.application, entry.root.allow)
  const neighbours = (await owners?.neighboursOf(entry)) ?? unknownNeighbours
  const prunes = asked ? prune === true : entry.application.syncPolicy.automated?.prune === true
  const work = { source, render: renderDigest(source.rendered), commit: source.rendered.commit.sha }
  return { ports, entry, ...work, cluster, place, permit, mayWrite, mayRemember, prunes, neighbours }
}

/** An operation of an older commit is stopped at its wave boundary before anything of the new one begins. Design D1. */
async function supersede(
  setting: Setting,
  last: StoredOperation | undefined,
  { mayWrite }: ReconcileOptions,
): Promise<'running' | 'ended' | undefined> {
  if (!mayWrite || setting.entry.root.mode === 'observe') return undefined
  if (last?.operation.phase !== 'Running' || isSameWork(last.operation, setting)) return undefined
  const look = await see(setting)
  const wish = { plan: emptyPlan(setting), kind: 'sync', startedAt: nowText(setting.ports) } as const
  const outcome = await sync(setting, look, wish, last)
  return outcome.phase === 'Running' ? 'running' : 'ended'
}

async function act(
  setting: Setting,
  last: StoredOperation | undefined,
  options: ReconcileOptions,
): Promise<Reconciled> {
  const { ports, entry } = setting
  const startedAt = nowText(ports)
  const look = await see(setting)
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
    const decided = { verdict, ...present({ last: last?.operation }) }
    return { report, decided, ...callAgain(verdict, report) }
  }
  const again = plansAgain(verdict)
  const kind = verdict.kind === 'sync' || again === undefined ? (options.asked ? 'manual' : 'sync') : again
  const fair = again === 'self-heal' ? withoutContested(look.comparison, contested) : look.comparison
  const run =
    again === undefined ? plan : await planOf(setting, { ...look, comparison: fair }, again, startedAt)
  const memory =
    verdict.kind === 'continue' ? healed : healedAfter(kind, { plan: run, ...look }, healed, ports.now())
  const outcome = await sync(setting, look, { plan: run, kind, startedAt, healed: memory }, last)
  return afterSync(setting, { ...facts, plan: run }, outcome, memory)
}

/** A self-heal applies only what differs; a further attempt runs the hooks whether anything differs or not. */
function plansAgain(verdict: Verdict): Operation['kind'] | undefined {
  if (verdict.kind === 'self-heal' || verdict.kind === 'prune') return verdict.kind
  return verdict.kind === 'sync' && verdict.attempt > 1 ? 'manual' : undefined
}

/** What is told after a sync is what is there after it. */
async function afterSync(
  setting: Setting,
  facts: ApplicationFacts,
  outcome: Outcome,
  healed: readonly HealedField[],
): Promise<Reconciled> {
  if (outcome.phase === 'Running') {
    return { report: reportApplication({ ...facts, outcome }), callAgainIn: outcome.callAgainIn }
  }
  const now = await see(setting)
  const contested = contestedNow(setting, now, healed)
  const report = reportApplication({ ...facts, ...seen(now), contested, outcome })
  if (outcome.phase === 'Error' && outcome.retryable) return { report, callAgainIn: unreachableSeconds }
  const retry = setting.entry.application.syncPolicy.retry
  const again =
    outcome.phase === 'Failed' && retry !== undefined ? { callAgainIn: retry.backoff.seconds } : {}
  return { report, ...again }
}

/** What self-heals of this work have set back until now. */
function healedBefore(setting: Setting, last: StoredOperation | undefined): readonly HealedField[] {
  return last !== undefined && isSameWork(last.operation, setting) ? (last.operation.healed ?? []) : []
}

function contestedNow(
  { entry, ports }: Setting,
  { comparison }: Look,
  healed: readonly HealedField[],
): readonly Contested[] {
  const heals = entry.root.mode === 'sync' && entry.application.syncPolicy.automated?.selfHeal === true
  return heals ? contestedFields(comparison, healed, ports.now()) : []
}

async function see({
  source,
  cluster,
  place,
  ports,
  permit,
  mayRemember,
  neighbours,
}: Setting): Promise<Look> {
  const stored = await readInventory(place)
  const seen = await lookAt(source.rendered, cluster, stored?.inventory, permit, ports)
  const isDeclaredElsewhere = (key: ObjectKey) => neighbours.declarersOf(key).length > 0
  const look = { ...seen, comparison: markHandedOver(seen.comparison, isDeclaredElsewhere) }
  if (mayRemember) await rememberVerdicts(place, stored, source.rendered, look)
  return look
}

function planOf(
  { ports, commit, entry, place, permit, prunes, neighbours }: Setting,
  { desired, comparison, live, inventory }: Look,
  kind: Operation['kind'],
  startedAt: string,
): Promise<Plan> {
  const { installation, brakes } = ports.settings
  return planFor(place, {
    desired,
    comparison,
    live,
    commit,
    kind,
    mode: entry.root.mode,
    startedAt,
    permit,
    pruning: { isOn: prunes, installation, brakes, inventory },
    neighbours,
  })
}

function sync(
  { ports, entry, cluster, commit, render, permit }: Setting,
  look: Look,
  wish: Pick<SyncInput, 'plan' | 'kind' | 'startedAt' | 'healed'>,
  last: StoredOperation | undefined,
): Promise<Outcome> {
  const { brakes, installation } = ports.settings
  return runSync({
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
  })
}

function emptyPlan({ entry, commit }: Setting): Plan {
  return {
    application: entry.application.name,
    commit,
    phases: [],
    prune: [],
    skips: [],
    blocks: [],
  }
}

async function stoppingFacts(setting: Setting, last: StoredOperation | undefined): Promise<ApplicationFacts> {
  const older = last === undefined ? 'an older commit' : shortSha(last.operation.commit)
  const outcome: Outcome = {
    phase: 'Running',
    operationId: last?.operation.id ?? '',
    results: [],
    waitsFor: [],
    callAgainIn: 5,
  }
  setting.ports.log('info', 'a sync waits for the one before it to stop', {
    application: setting.entry.application.name,
    older,
  })
  return { ...baseFacts(setting.entry), ...seen(await see(setting)), outcome }
}

function baseFacts({ application, cluster, root, source }: RosterEntry): ApplicationFacts {
  const commit = commitOf(source)
  return {
    name: application.name,
    cluster,
    mode: root.mode,
    health: { status: 'Unknown', message: '' },
    problems: finalizerWarning(application),
    ...(commit === undefined ? {} : { commit: commit.sha }),
  }
}

function seen({ comparison, health }: Look): Pick<ApplicationFacts, 'comparison' | 'health'> {
  return { comparison, health }
}

/** Whether what was decided is more than a report. */
export function isWrite({ kind }: Verdict): boolean {
  return ['sync', 'self-heal', 'prune', 'continue', 'supersede'].includes(kind)
}

function heldBy(verdict: Verdict, last: StoredOperation | undefined): { readonly held?: Held } {
  const message = last?.operation.message ?? ''
  switch (verdict.kind) {
    case 'nothing':
    case 'report':
      return { held: { reason: verdict.reason, ...(verdict.reason.startsWith('failed') ? { message } : {}) } }
    case 'later':
      return { held: { reason: verdict.reason, seconds: verdict.seconds, message, ...endOf(last) } }
    case 'sync':
    case 'self-heal':
    case 'prune':
    case 'continue':
    case 'supersede':
      return {}
  }
}

function endOf(last: StoredOperation | undefined): Pick<Held, 'after'> {
  const phase = last?.operation.phase
  return phase === 'Failed' || phase === 'Error' ? { after: phase } : {}
}

/** What is in sync and not yet healthy is looked at again, its answer is still open; what waits for a person is not. */
function callAgain(verdict: Verdict, report: ApplicationReport): { readonly callAgainIn?: number } {
  if (verdict.kind === 'later') return { callAgainIn: verdict.seconds }
  const waitsForHealth =
    verdict.kind === 'nothing' && report.verdict === 'pending' && report.sync === 'Synced'
  return waitsForHealth ? { callAgainIn: progressingSeconds } : {}
}

function nowText(ports: Ports): string {
  return new Date(ports.now()).toISOString()
}
