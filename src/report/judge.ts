import type { Comparison } from '../diff/comparison.ts'
import type { Health } from '../health/health.ts'
import { formatKey } from '../kube/object-key.ts'
import type { PlanBlock } from '../plan/plan.ts'
import type { Outcome, Running, WaitedFor } from '../sync/outcome.ts'
import type { ApplicationFacts, Held } from './application-facts.ts'
import { count } from './printable.ts'
import type { ReportProblem, SyncStatus, Verdict } from './report.ts'
import { isOutOfSync } from './sync-status.ts'
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
    judgeBlocks(facts.plan?.blocks ?? []) ??
    judgeHeldFailure(facts.held) ??
    judgeKnowledge(facts.comparison, sync) ??
    judgeRejected(facts.comparison) ??
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
  return { verdict: verdictOfProblem(worst), summary: `${worst.message}${andMore(rest.length, 'problem')}` }
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

function judgeFailed(message: string, held: Held | undefined): Judgement {
  if (held?.reason !== 'retry-backoff') return { verdict: 'failure', summary: `the sync failed: ${message}` }
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

function judgeBlocks(blocks: readonly PlanBlock[]): Judgement | undefined {
  const [first, ...rest] = blocks.filter((block) => block.code !== 'observe-mode')
  if (!first) return undefined
  return { verdict: 'failure', summary: `refused: ${first.message}${andMore(rest.length, 'reason')}` }
}

function judgeHeldFailure(held: Held | undefined): Judgement | undefined {
  const reason = held?.message === undefined ? '' : `: ${held.message}`
  if (held?.reason === 'retry-backoff') {
    return { verdict: 'pending', summary: `the sync is tried again${inSeconds(held)}${reason}` }
  }
  if (held?.reason !== 'failed-waits-for-a-new-commit') return undefined
  return { verdict: 'failure', summary: `the sync of this commit failed and waits for a new one${reason}` }
}

function judgeKnowledge(comparison: Comparison | undefined, sync: SyncStatus): Judgement | undefined {
  if (sync !== 'Unknown') return undefined
  const [unlisted] = comparison?.unlisted ?? []
  const unverified = comparison?.objects.find((object) => object.kind === 'unverified')
  if (unlisted) {
    const kind = unlisted.group === '' ? unlisted.kind : `${unlisted.group}/${unlisted.kind}`
    return { verdict: 'error', summary: `${kind} could not be listed: ${unlisted.reason}` }
  }
  if (unverified?.kind === 'unverified') {
    return { verdict: 'error', summary: `${formatKey(unverified.key)} is not known: ${unverified.message}` }
  }
  return { verdict: 'error', summary: 'the live state could not be compared' }
}

function judgeRejected(comparison: Comparison | undefined): Judgement | undefined {
  const rejected = comparison?.objects.filter((object) => object.kind === 'rejected') ?? []
  const [first, ...rest] = rejected
  if (!first) return undefined
  const summary = `${formatKey(first.key)} would be rejected: ${first.message}${andMore(rest.length, 'object')}`
  return { verdict: 'failure', summary }
}

function judgeBadHealth(health: Health): Judgement | undefined {
  if (health.status === 'Degraded') return { verdict: 'failure', summary: describeHealth(health) }
  if (health.status !== 'Unknown') return undefined
  return { verdict: 'error', summary: `the health is not known${health.message && `: ${health.message}`}` }
}

function judgeDifferences({ comparison, held, mode }: ApplicationFacts): Judgement {
  const objects = comparison?.objects ?? []
  const differing = objects.filter(isOutOfSync)
  const onlyPrune = differing.every((object) => object.kind === 'extraneous')
  const what = onlyPrune
    ? `${count(differing.length, 'object')} to prune`
    : `${differing.length} of ${count(objects.length, 'object')} differ`
  return { verdict: 'pending', summary: `${reasonToWait(held, mode, onlyPrune)}: ${what}` }
}

function reasonToWait(held: Held | undefined, mode: ApplicationFacts['mode'], onlyPrune: boolean): string {
  if (mode === 'observe') return 'observed only'
  switch (held?.reason) {
    case 'observed-only':
      return 'observed only'
    case 'no-automation':
      return 'no automation, waits for a sync'
    case 'self-heal-off':
      return 'drifted, self-heal is off'
    case 'self-heal-backoff':
      return `drifted, heals${inSeconds(held)}`
    case 'prune-only':
      return 'synced, pruning waits'
    default:
      return onlyPrune ? 'synced, pruning waits' : 'OutOfSync'
  }
}

function judgeSynced({ comparison, health }: ApplicationFacts): Judgement {
  const synced = count(comparison?.objects.filter((object) => object.kind === 'inSync').length ?? 0, 'object')
  if (health.status === 'Healthy') return { verdict: 'success', summary: `Synced and Healthy: ${synced}` }
  return { verdict: 'pending', summary: `Synced, waits for health: ${describeHealth(health)}` }
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
