import type { Health } from '../health/health.ts'
import { formatKey } from '../kube/object-key.ts'
import type { PruneStep } from '../plan/plan.ts'
import type { Clock } from './decision.ts'
import { type Observed, type Sighting, sightingOf } from './observed.ts'
import { type HookRecord, isStopping, type ObjectResult, type Operation } from './operation.ts'
import { keysOf, type PlacedWave } from './plan-order.ts'

const longestMessage = 500

/**
 * Writes into the operation what the observation decides for good: hooks that ended, were found again or vanished,
 * objects that failed, waves and hooks that took too long. The same operation when nothing was decided.
 * Reference: argocd section 2, step 3.
 */
export function settle(
  operation: Operation,
  wave: PlacedWave | undefined,
  observed: Observed,
  clock: Clock,
): Operation {
  const hooks = operation.hooks.map((hook) =>
    terminate(operation, settleHook(operation, hook, observed, clock)),
  )
  const inHand = isStopping(operation) ? undefined : wave
  const judged = keysOf(inHand)
  const pruned = new Map(inHand?.prune.map((step) => [formatKey(step.key), step]))
  const results = operation.results.map((result) => {
    const step = pruned.get(formatKey(result.key))
    if (step !== undefined) return settlePruned(result, step, observed, clock)
    return judged.has(formatKey(result.key)) ? settleResult(result, observed, clock) : result
  })
  const changed =
    hooks.some((hook, i) => hook !== operation.hooks[i]) ||
    results.some((result, i) => result !== operation.results[i])
  return changed ? { ...operation, hooks, results } : operation
}

function settleHook(operation: Operation, hook: HookRecord, observed: Observed, clock: Clock): HookRecord {
  const sighting = sightingOf(observed, hook.key)
  switch (hook.state) {
    case 'creating':
      return settleCreating(operation, hook, sighting, clock)
    case 'running':
      return settleRunning(hook, sighting, clock)
    case 'succeeded':
    case 'failed':
      return hook
  }
}

/** A hook that runs goes with its operation; one that was seen to end keeps its end. */
function terminate({ terminatedBy }: Operation, hook: HookRecord): HookRecord {
  const goes = terminatedBy !== undefined && hook.state === 'running'
  return goes ? { ...failed(hook, 'terminated while it ran'), terminated: true } : hook
}

function settleCreating(
  operation: Operation,
  hook: HookRecord,
  sighting: Sighting | 'absent' | undefined,
  clock: Clock,
): HookRecord {
  const { now } = clock
  if (isSeen(sighting) && isRunOf(operation, hook, sighting)) {
    return { ...hook, state: 'running', uid: sighting.uid, startedAt: new Date(now).toISOString() }
  }
  if (isSeen(sighting) && !isReplaceable(hook, sighting)) return failed(hook, occupied(hook, sighting))
  if (isOver(hook.startedAt, now, clock.limits.waveSeconds)) {
    return failed(hook, late(hook.message, 'could not be created', clock))
  }
  if (isSeen(sighting) && hook.startedAt === undefined) {
    return {
      ...hook,
      message: 'waiting for its earlier run to be gone',
      startedAt: new Date(now).toISOString(),
    }
  }
  return hook
}

function settleRunning(
  hook: HookRecord,
  sighting: Sighting | 'absent' | undefined,
  { now, limits }: Clock,
): HookRecord {
  if (sighting === undefined) return hook
  if (sighting === 'absent' || sighting.uid !== hook.uid) {
    return failed({ ...hook, released: true }, 'vanished before its completion was seen')
  }
  const ended = endOf(hook, sighting)
  if (ended !== undefined) return ended
  if (isOver(hook.startedAt, now, limits.hookSeconds)) {
    return failed(hook, `did not finish within ${minutes(limits.hookSeconds)}`)
  }
  return hook
}

function endOf(hook: HookRecord, { health, deleting }: Sighting): HookRecord | undefined {
  if (health === undefined) return { ...hook, state: 'succeeded', message: `${hook.key.name} created` }
  if (health.status === 'Healthy') return { ...hook, state: 'succeeded', message: health.message }
  if (health.status === 'Degraded' || health.status === 'Unknown') {
    return failed(hook, health.message === '' ? health.status : health.message)
  }
  return deleting ? failed(hook, 'was deleted while it ran') : undefined
}

function settleResult(result: ObjectResult, observed: Observed, clock: Clock): ObjectResult {
  const over = isOver(result.at, clock.now, clock.limits.waveSeconds)
  if (result.state === 'pending') {
    return over ? failed(result, late(result.message, 'could not be applied', clock)) : result
  }
  if (result.state !== 'applied') return result
  const sighting = sightingOf(observed, result.key)
  if (sighting === 'absent') {
    return failed(result, `${formatKey(result.key)} is missing, it might have been deleted`)
  }
  const health = sighting?.health
  if (health?.status === 'Degraded') return failed(result, describe(health))
  if (sighting === undefined || isHealthy(sighting) || !over) return result
  return failed(result, late(health === undefined ? '' : describe(health), 'did not become healthy', clock))
}

/** Only what is still the very object that was planned is deleted; what is gone or became another is done with. */
function settlePruned(result: ObjectResult, step: PruneStep, observed: Observed, clock: Clock): ObjectResult {
  if (result.state !== 'pending') return result
  const sighting = sightingOf(observed, result.key)
  if (sighting === 'absent') return { ...result, state: 'pruned', message: '' }
  if (sighting !== undefined && sighting.uid !== step.uid) {
    return { ...result, state: 'pruned', message: 'gone already; another object has its name and stays' }
  }
  const isKept = sighting?.keep !== undefined && !sighting.deleting
  if (isKept) return { ...result, state: 'kept', message: `left alone: ${sighting.keep}` }
  if (!isOver(result.at, clock.now, clock.limits.waveSeconds)) return result
  return failed(result, late(result.message, 'was not gone', clock))
}

export function isHealthy({ health, deleting }: Sighting): boolean {
  return !deleting && (health === undefined || health.status === 'Healthy')
}

export function isSeen(sighting: Sighting | 'absent' | undefined): sighting is Sighting {
  return sighting !== undefined && sighting !== 'absent'
}

/** The object in the hook's place is the very run that this operation created. */
export function isRunOf(operation: Operation, hook: HookRecord, { run }: Sighting): boolean {
  return run?.operation === operation.id && run.phase === hook.phase
}

/**
 * The object in the hook's place is an earlier run of ours that goes first: it goes already, the hook says so, or the
 * run has ended in the way that its policy deletes and only the end of its sync was not like that.
 */
function isReplaceable({ deletePolicies }: HookRecord, { ours, health, deleting }: Sighting): boolean {
  const hasSucceeded = health === undefined || health.status === 'Healthy'
  const hasFailed = health?.status === 'Degraded'
  return (
    ours &&
    (deleting ||
      deletePolicies.includes('BeforeHookCreation') ||
      (hasSucceeded && deletePolicies.includes('HookSucceeded')) ||
      (hasFailed && deletePolicies.includes('HookFailed')))
  )
}

function occupied(hook: HookRecord, { ours }: Sighting): string {
  return ours
    ? `${formatKey(hook.key)} exists from an earlier sync: add the delete policy BeforeHookCreation or delete it`
    : `${formatKey(hook.key)} exists and is not a hook of this application: delete or rename one of the two`
}

function failed<T extends HookRecord | ObjectResult>(record: T, message: string): T {
  return { ...record, state: 'failed', message: brief(message) }
}

/** Records hold many messages, and have to fit one ConfigMap. */
export function brief(message: string): string {
  return message.length <= longestMessage ? message : `${message.slice(0, longestMessage - 1)}…`
}

function late(lastSeen: string, what: string, { limits }: Clock): string {
  const text = `${what} within ${minutes(limits.waveSeconds)}`
  return lastSeen === '' ? text : `${text}: ${lastSeen}`
}

function describe({ status, message }: Health): string {
  return message === '' ? status : `${status}: ${message}`
}

function minutes(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`
}

/** Times are RFC 3339; one that cannot be read is over, so that no record can hold a sync for ever. */
function isOver(since: string | undefined, now: number, seconds: number): boolean {
  return since !== undefined && !(now - Date.parse(since) < seconds * 1000)
}
