import type { SyncPolicy } from '../apps/application.ts'
import type { CommitSha } from '../git/commit.ts'
import type { Contested } from '../report/application-facts.ts'
import { healsInRow, isSameWork, type LastOperation } from '../sync/last-operation.ts'
import { secondsLeft } from './backoff.ts'

export interface Situation {
  readonly mode: 'observe' | 'sync'
  readonly policy: SyncPolicy
  readonly commit: CommitSha
  /** Digest of what is declared and read: the same commit declared otherwise is other work. */
  readonly render?: string
  /** Objects that a sync would write: missing, drifted, unverified with differences. */
  readonly outOfSync: number
  /** Objects that a sync would delete. */
  readonly toPrune: number
  /** Objects that are not in Git and stay, each for a reason that the plan gives. */
  readonly leftToPrune: number
  /** The plan holds something that forbids the sync. */
  readonly blocked: boolean
  /** What somebody keeps changing back. A self-heal leaves its objects out: so many of `outOfSync`. */
  readonly fight?: { readonly fields: readonly Contested[]; readonly objects: number }
  readonly last?: LastOperation
  /** A person asked: automation and past failures do not matter, the mode does. */
  readonly asked: boolean
  /** Milliseconds of Unix time. */
  readonly now: number
}

export type Verdict =
  | { readonly kind: 'nothing'; readonly reason: 'in-sync' | 'prune-only' }
  | { readonly kind: 'report'; readonly reason: ReportReason }
  /** All that differs was healed often enough, and the same manager undid it each time. */
  | { readonly kind: 'report'; readonly reason: 'fight'; readonly contested: readonly Contested[] }
  | { readonly kind: 'continue' }
  | { readonly kind: 'supersede' }
  | { readonly kind: 'sync'; readonly attempt: number }
  | { readonly kind: 'self-heal'; readonly heals: number }
  /** Of a synced commit only deletions are left, that had to wait: nothing is applied and no hook runs. */
  | { readonly kind: 'prune' }
  | {
      readonly kind: 'later'
      readonly seconds: number
      readonly reason: 'retry-backoff' | 'self-heal-backoff'
    }

export type ReportReason =
  | 'blocked'
  | 'observed-only'
  | 'no-automation'
  | 'self-heal-off'
  | 'failed-waits-for-a-new-commit'
  | 'error-waits-for-a-sync'

/** Seconds between two tries after an Error: the platform's fault is tried again at growing intervals, up to an hour. */
const errorBackoff = { seconds: 30, factor: 2, maxSeconds: 3600 }

/** Argo CD's self-heal backoff: none before the first, then 2, 6, 18 … 300 seconds. Reference: argocd section 6. */
const healBackoff = { seconds: 2, factor: 3, maxSeconds: 300 }

/**
 * The one rule that says whether an application is synced now, and if not, why. A commit whose sync did not succeed stays
 * so though nothing differs any more: its hooks have not done their work. Design D12.
 */
export function decide(situation: Situation): Verdict {
  const { last } = situation
  const isRunning = last?.phase === 'Running'
  if (isRunning && situation.mode === 'observe') return { kind: 'report', reason: 'observed-only' }
  if (isRunning) return { kind: isSameWork(last, situation) ? 'continue' : 'supersede' }
  if (situation.blocked) return { kind: 'report', reason: 'blocked' }
  const toDo = situation.outOfSync + situation.toPrune
  if (situation.mode === 'observe' && (situation.asked || toDo > 0))
    return { kind: 'report', reason: 'observed-only' }
  if (situation.asked) return { kind: 'sync', attempt: nextAttempt(situation) }
  const isTried = last !== undefined && isSameWork(last, situation)
  if (isTried && last.phase !== 'Succeeded') return decideAgain(situation, last)
  if (toDo === 0) return { kind: 'nothing', reason: situation.leftToPrune > 0 ? 'prune-only' : 'in-sync' }
  if (situation.policy.automated === undefined) return { kind: 'report', reason: 'no-automation' }
  return isTried ? decideAgain(situation, last) : { kind: 'sync', attempt: 1 }
}

/** The commit was tried before. */
function decideAgain(situation: Situation, last: LastOperation): Verdict {
  switch (last.phase) {
    case 'Succeeded':
      return selfHeal(situation, last)
    case 'Failed':
      return retry(situation, last)
    case 'Error':
      if (situation.policy.automated === undefined)
        return { kind: 'report', reason: 'error-waits-for-a-sync' }
      return afterBackoff(errorLeft(situation, last), 'retry-backoff', {
        kind: 'sync',
        attempt: last.attempt + 1,
      })
    case 'Running':
      return { kind: 'continue' }
  }
}

function errorLeft({ now }: Situation, { attempt, finishedAt }: LastOperation): number {
  return secondsLeft(errorBackoff, attempt - 1, finishedAt, now)
}

function selfHeal(situation: Situation, last: LastOperation): Verdict {
  if (situation.policy.automated?.selfHeal !== true) {
    return situation.toPrune > 0 ? { kind: 'prune' } : { kind: 'report', reason: 'self-heal-off' }
  }
  const { fight, outOfSync, toPrune, now } = situation
  if (fight !== undefined && fight.fields.length > 0 && outOfSync <= fight.objects) {
    return toPrune > 0 ? { kind: 'prune' } : { kind: 'report', reason: 'fight', contested: fight.fields }
  }
  const heals = healsInRow(last, now)
  const left = heals === 0 ? 0 : secondsLeft(healBackoff, heals - 1, last.finishedAt, now)
  return afterBackoff(left, 'self-heal-backoff', {
    kind: 'self-heal',
    heals: heals + 1,
  })
}

/** Whether a sync that has failed is tried again by itself. */
export function hasRetry(
  { automated, retry }: SyncPolicy,
  { attempt, terminated }: Pick<LastOperation, 'attempt' | 'terminated'>,
): boolean {
  if (terminated === true || automated === undefined || retry === undefined) return false
  return retry.limit < 0 || attempt - 1 < retry.limit
}

function retry(situation: Situation, last: LastOperation): Verdict {
  const { retry } = situation.policy
  if (retry === undefined || !hasRetry(situation.policy, last)) {
    return { kind: 'report', reason: 'failed-waits-for-a-new-commit' }
  }
  const left = secondsLeft(retry.backoff, last.attempt - 1, last.finishedAt, situation.now)
  return afterBackoff(left, 'retry-backoff', {
    kind: 'sync',
    attempt: last.attempt + 1,
  })
}

function afterBackoff(
  seconds: number,
  reason: 'retry-backoff' | 'self-heal-backoff',
  then: Verdict,
): Verdict {
  return seconds > 0 ? { kind: 'later', seconds, reason } : then
}

function nextAttempt(situation: Situation): number {
  const { last } = situation
  return last !== undefined && isSameWork(last, situation) ? last.attempt + 1 : 1
}
