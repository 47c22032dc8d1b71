import type { Comparison, ObjectComparison } from '../diff/comparison.ts'
import type { Health } from '../health/health.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Plan, PlanBlock } from '../plan/plan.ts'
import type { Outcome, Running, WaitedFor } from '../sync/outcome.ts'
import type { ApplicationFacts, Held } from './application-facts.ts'
import { syncFailedText } from './commit-status.ts'
import { count } from './printable.ts'
import type { ReportProblem, SyncStatus, Verdict } from './report.ts'
import { placedMessage } from './report-problem.ts'
import { isOutOfSync, isUnknown } from './sync-status.ts'
import { isWorse, verdictOfProblem } from './verdict.ts'

export interface Judgement {
  readonly verdict: Verdict
  readonly summary: string
}

/**
 * The verdict of one application and its reason: the first rule that has something to say. Green is only what is
 * Synced and Healthy. Design D12a.
 */
export function judge(facts: ApplicationFacts, sync: SyncStatus): Judgement {
  return (
    judgeProblems(facts.problems) ??
    judgeOutcome(facts.outcome, facts.held) ??
    judgeUnderWay(facts.held) ??
    judgeBlocks(facts.plan) ??
    judgeHeldFailure(facts.held) ??
    judgeKnowledge(facts.comparison, sync) ??
    judgeRejected(facts.comparison) ??
    judgeFight(facts) ??
    judgeBadHealth(facts.health) ??
    (sync === 'OutOfSync' ? judgeDifferences(facts) : judgeSynced(facts))
  )
}

function judgeProblems(problems: readonly ReportProblem[]): Judgement | undefined {
  const [first, ...rest] = problems.filter((problem) => problem.warning !== true)
  if (!first) return undefined
  const worst = rest.reduce((worse, next) => {
    return isWorse(verdictOfProblem(next), verdictOfProblem(worse)) ? next : worse
  }, first)
  return {
    verdict: verdictOfProblem(worst),
    summary: `${placedMessage(worst)}${andMore(rest.length, 'problem')}`,
  }
}

function judgeOutcome(outcome: Outcome | undefined, held: Held | undefined): Judgement | undefined {
  switch (outcome?.phase) {
    case 'Running':
      return { verdict: 'pending', summary: describeRunning(outcome) }
    case 'Error':
      return { verdict: 'error', summary: `the sync could not go on: ${outcome.message}` }
    case 'Failed':
      return judgeFailed(outcome.message, held)
    case 'Succeeded':
    case undefined:
      return undefined
  }
}

/** Its hooks have not done their work, however things stand. */
function judgeUnderWay(held: Held | undefined): Judgement | undefined {
  if (held?.reason !== 'sync-under-way') return undefined
  return { verdict: 'pending', summary: held.message ? `syncing (${held.message})` : 'syncing' }
}

function judgeFailed(message: string, held: Held | undefined): Judgement {
  if (held?.reason !== 'retry-backoff') return { verdict: 'failure', summary: syncFailedText(message) }
  return { verdict: 'pending', summary: `the sync failed and is tried again${inSeconds(held)}: ${message}` }
}

function describeRunning({ waitsFor, at }: Running): string {
  const [first, ...rest] = waitsFor
  const where = at ? ` (${at.phase}, wave ${at.wave})` : ''
  return first
    ? `syncing${where}: waits for ${describeWait(first)}${andMore(rest.length, 'object')}`
    : `syncing${where}`
}

function describeWait({ key, for: what, health }: WaitedFor): string {
  const name = formatKey(key)
  if (what === 'hook') return `the hook ${name}`
  if (what === 'deletion') return `the deletion of ${name}`
  return health ? `${name}: ${describeHealth(health)}` : name
}

const notRefusals: readonly PlanBlock['code'][] = ['observe-mode', 'not-listed', 'awaits-acknowledgement']

function judgeBlocks(plan: Plan | undefined): Judgement | undefined {
  const blocks = plan?.blocks ?? []
  const [first, ...rest] = blocks.filter(({ code }) => !notRefusals.includes(code))
  if (!first) {
    const isAwaited = blocks.some(({ code }) => code === 'awaits-acknowledgement')
    const waiting = isAwaited ? acknowledgementAwaited(plan) : undefined
    return waiting === undefined ? undefined : { verdict: 'pending', summary: waiting }
  }
  return { verdict: 'failure', summary: `refused: ${first.message}${andMore(rest.length, 'reason')}` }
}

function judgeHeldFailure(held: Held | undefined): Judgement | undefined {
  const reason = held?.message === undefined ? '' : `: ${held.message}`
  if (held?.reason === 'retry-backoff') {
    const verdict = held.after === 'Error' ? 'error' : 'pending'
    return { verdict, summary: `the sync is tried again${inSeconds(held)}${reason}` }
  }
  if (held?.reason === 'error-waits-for-a-sync') {
    return { verdict: 'error', summary: `the sync could not go on and waits for another one${reason}` }
  }
  if (held?.reason !== 'failed-waits-for-a-new-commit') return undefined
  return { verdict: 'failure', summary: `the sync of this commit failed and waits for a new one${reason}` }
}

function judgeKnowledge(comparison: Comparison | undefined, sync: SyncStatus): Judgement | undefined {
  if (sync !== 'Unknown') return undefined
  const [unlisted] = comparison?.unlisted ?? []
  const [unknown, ...others] = comparison?.objects.filter(isUnknown) ?? []
  if (unlisted) {
    const kind = unlisted.group === '' ? unlisted.kind : `${unlisted.group}/${unlisted.kind}`
    return { verdict: 'error', summary: `${kind} could not be listed: ${unlisted.reason}` }
  }
  if (unknown) {
    const summary = `${formatKey(unknown.key)} is not known: ${unknown.message}${andMore(others.length, 'object')}`
    return { verdict: 'error', summary }
  }
  return { verdict: 'error', summary: 'the live state could not be compared' }
}

function judgeRejected(comparison: Comparison | undefined): Judgement | undefined {
  const [first, ...rest] = ofKind(comparison, 'rejected')
  if (!first) return undefined
  const summary = `${formatKey(first.key)} would be rejected: ${first.message}${andMore(rest.length, 'object')}`
  return { verdict: 'failure', summary }
}

function judgeFight({ contested = [] }: ApplicationFacts): Judgement | undefined {
  const [first, ...rest] = contested
  if (!first) return undefined
  const { object, path, manager, times } = first
  const who = manager === '' ? 'somebody unnamed' : manager
  const what = `${who} undid ${count(times, 'heal')} of ${object} ${path}${andMore(rest.length, 'field')}`
  const remedy = `add it to ignoreDifferences, stop ${who}, or sync by hand`
  return { verdict: 'failure', summary: `${what}; ${remedy}` }
}

function judgeBadHealth(health: Health): Judgement | undefined {
  if (health.status === 'Degraded') return { verdict: 'failure', summary: describeHealth(health) }
  if (health.status !== 'Unknown') return undefined
  return { verdict: 'error', summary: `the health is not known${health.message && `: ${health.message}`}` }
}

function judgeDifferences({ comparison, plan, held, mode }: ApplicationFacts): Judgement {
  const unverified = ofKind(comparison, 'unverified').length
  const toPrune = ofKind(comparison, 'extraneous').filter(isOutOfSync).length
  const desired = comparison?.objects.filter((object) => object.kind !== 'extraneous') ?? []
  const differing = desired.filter(isOutOfSync).length - unverified
  const what = [
    differing === 0
      ? ''
      : `${differing} of ${count(desired.length, 'object')} ${differing === 1 ? 'differs' : 'differ'}`,
    unverified === 0 ? '' : `${unverified} could not be verified`,
    toPrune === 0 ? '' : `${count(toPrune, 'object')} to prune`,
  ]
  const onlyPrune = differing === 0 && unverified === 0
  const waiting = mode === 'sync' && onlyPrune ? acknowledgementAwaited(plan) : undefined
  if (waiting !== undefined) return { verdict: 'pending', summary: waiting }
  const why = mode === 'sync' && onlyPrune ? whyNotPruned(plan) : reasonToWait(held, mode)
  return { verdict: 'pending', summary: `${why}: ${what.filter((part) => part !== '').join(', ')}` }
}

export function ofKind<Kind extends ObjectComparison['kind']>(
  comparison: Comparison | undefined,
  kind: Kind,
): readonly Extract<ObjectComparison, { kind: Kind }>[] {
  return comparison?.objects.filter((object) => isOfKind(object, kind)) ?? []
}

function isOfKind<Kind extends ObjectComparison['kind']>(
  object: ObjectComparison,
  kind: Kind,
): object is Extract<ObjectComparison, { kind: Kind }> {
  return object.kind === kind
}

function reasonToWait(held: Held | undefined, mode: ApplicationFacts['mode']): string {
  if (mode === 'observe' || held?.reason === 'observed-only') return 'observed only'
  if (held?.reason === 'no-automation') return 'no automation, waits for a sync'
  if (held?.reason === 'self-heal-off') return 'drifted, self-heal is off'
  if (held?.reason === 'self-heal-backoff') return `drifted, heals${inSeconds(held)}`
  return 'OutOfSync'
}

function acknowledgementAwaited(plan: Plan | undefined): string | undefined {
  const { acknowledgement, application } = plan ?? {}
  if (acknowledgement?.given !== false) return undefined
  const { objects, digest } = acknowledgement
  const deletions = count(objects.length, 'deletion')
  return `waits for an acknowledgement: ${deletions}, plumbline ack ${application} ${digest}`
}

function whyNotPruned(plan: Plan | undefined): string {
  const skips = plan?.skips.map((skip) => skip.reason) ?? []
  if (skips.includes('roster-incomplete')) return 'synced, pruning waits for declarations that cannot be read'
  if (skips.includes('waits-for-health')) return 'synced, pruning waits for health'
  if (skips.includes('prune-not-enabled')) return 'synced, pruning is not enabled'
  if (skips.includes('namespace-in-use')) return 'synced, a namespace is still in use'
  return skips.some((reason) => reason.startsWith('prune-disabled'))
    ? 'synced, Prune=false keeps what left Git'
    : 'synced, pruning waits'
}

function judgeSynced({ comparison, health, held, problems }: ApplicationFacts): Judgement {
  if (held?.reason === 'sync-due') return { verdict: 'pending', summary: 'Synced, its sync is due again' }
  if (health.status !== 'Healthy') {
    return { verdict: 'pending', summary: `Synced, waits for health: ${describeHealth(health)}` }
  }
  const synced = count(ofKind(comparison, 'inSync').length, 'object')
  return {
    verdict: 'success',
    summary: `Synced and Healthy: ${synced}${besides(comparison)}${warned(problems)}`,
  }
}

/** Green is no reason to look further, so the status itself says what else there is to know. */
function warned(problems: readonly ReportProblem[]): string {
  const warnings = problems.filter(({ warning }) => warning === true)
  const [first] = warnings
  return first === undefined ? '' : `; ${count(warnings.length, 'warning')}: ${placedMessage(first)}`
}

/** They are never pruned, so nothing waits for them. */
function besides(comparison: Comparison | undefined): string {
  const amount = ofKind(comparison, 'extraneous').filter(({ kept }) => kept === 'not-in-inventory').length
  if (amount === 0) return ''
  return amount === 1
    ? '; 1 object bears its mark and was not applied by it'
    : `; ${count(amount, 'object')} bear its mark and were not applied by it`
}

function describeHealth({ status, message }: Health): string {
  return message === '' ? status : `${status}: ${message}`
}

function inSeconds({ seconds }: Held): string {
  return seconds === undefined ? '' : ` in ${Math.ceil(seconds)} s`
}

function andMore(amount: number, noun: string): string {
  return amount === 0 ? '' : ` (and ${count(amount, `more ${noun}`)})`
}
