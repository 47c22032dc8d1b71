import { shortSha } from '../git/commit.ts'
import { formatKey } from '../kube/object-key.ts'
import type { SyncPhase } from '../plan/plan.ts'
import type { Action, Clock, Decision } from './decision.ts'
import { endSync } from './end-sync.ts'
import { type Observed, sightingOf } from './observed.ts'
import { type HookRecord, isStopping, type ObjectResult, type Operation } from './operation.ts'
import type { WaitedFor } from './outcome.ts'
import {
  applySteps,
  failureWaves,
  hookRecord,
  hookSteps,
  keysOf,
  mainWaves,
  nextWave,
  type PlacedWave,
  type PlannedPhases,
  waveInHand,
} from './plan-order.ts'
import { isSeen, settle } from './settle.ts'
import { unhealthyObjects, waveWork } from './wave-work.ts'

const firstLookSeconds = 0.1
const longestAtFirst = 2

/**
 * The step function of a sync: pure, and the whole of its rules. From where the operation stands and what was looked
 * at, it says what to do next; calling it again with the answer goes on until `done`. A wave is claimed (saved as
 * `at`, its steps as pending) before anything of it is sent, and left when its objects are healthy and its hooks have
 * ended; the first failure ends the main phases after their wave and leads through SyncFail to Failed.
 */
export function advance(
  plan: PlannedPhases,
  operation: Operation,
  observed: Observed,
  clock: Clock,
): Decision {
  if (operation.phase !== 'Running') return { kind: 'done', operation }
  const wave = waveInHand(plan, operation)
  const settled = settle(operation, wave, observed, clock)
  const releases = hookReleases(settled)
  if (settled !== operation || releases.length > 0) return step(settled, releases)
  if (wave === undefined) return leaveWave(plan, operation, undefined, clock)
  return continueWave(plan, operation, wave, observed, clock)
}

function continueWave(
  plan: PlannedPhases,
  operation: Operation,
  wave: PlacedWave,
  observed: Observed,
  clock: Clock,
): Decision {
  const isStopped = isStopping(operation)
  const work = isStopped ? { actions: [], waitsFor: [] } : waveWork(operation, wave, observed)
  if (work.actions.length > 0) return { kind: 'step', operation, actions: work.actions }
  const waitsForHealth = work.waitsFor.length === 0 && !isStopped && failureOf(operation, wave) === undefined
  const waitsFor = [
    ...work.waitsFor,
    ...runningHooks(operation, observed),
    ...(waitsForHealth ? unhealthyObjects(operation, wave, observed) : []),
  ]
  if (waitsFor.length > 0) return { kind: 'wait', waitsFor, seconds: delayOf(operation, clock) }
  return leaveWave(plan, operation, wave, clock)
}

function runningHooks(operation: Operation, observed: Observed): readonly WaitedFor[] {
  return operation.hooks
    .filter(({ state }) => state === 'running')
    .map(({ key }) => {
      const sighting = sightingOf(observed, key)
      const health = isSeen(sighting) ? sighting.health : undefined
      return { key, for: 'hook', ...(health === undefined ? {} : { health }) }
    })
}

/** Nothing of the wave is left to send or to wait for. */
function leaveWave(
  plan: PlannedPhases,
  operation: Operation,
  wave: PlacedWave | undefined,
  clock: Clock,
): Decision {
  if (operation.terminatedBy !== undefined) {
    return endSync(operation, 'Failed', terminationMessage(operation, operation.terminatedBy), clock)
  }
  const failing = operation.failing ?? (wave === undefined ? undefined : failureOf(operation, wave))
  const known = failing === undefined ? operation : { ...operation, failing }
  if (operation.supersededBy !== undefined) {
    return endSync(known, 'Failed', `superseded by ${shortSha(operation.supersededBy)}`, clock)
  }
  if (failing !== undefined) return leaveFailureWave(plan, known, failing, clock)
  const healthy = wave === undefined ? operation : markHealthy(operation, wave)
  const next = nextWave(mainWaves(plan), operation.at)
  return next === undefined
    ? endSync(healthy, 'Succeeded', 'successfully synced (all tasks run)', clock)
    : step(claim(healthy, next, clock), [])
}

function leaveFailureWave(
  plan: PlannedPhases,
  operation: Operation,
  failing: string,
  clock: Clock,
): Decision {
  const next = nextWave(failureWaves(plan), operation.at)
  if (next !== undefined) return step(claim(operation, next, clock), [])
  const hooks = operation.hooks.filter(({ phase, state }) => phase === 'SyncFail' && state === 'failed')
  const message =
    hooks.length === 0 ? failing : `${failing}\none or more SyncFail hooks failed: ${reasonsOf(hooks)}`
  return endSync(operation, 'Failed', message, clock)
}

/** In Argo CD's words. */
function terminationMessage({ hooks }: Operation, by: string): string {
  const left = hooks.flatMap(({ key, terminated, cleanUpError }) =>
    terminated === true && cleanUpError !== undefined ? [{ key, message: cleanUpError }] : [],
  )
  const rest = left.length === 0 ? '' : `; hooks that could not be deleted: ${reasonsOf(left)}`
  return `Operation terminated by ${by}${rest}`
}

/** Why the wave failed, in Argo CD's words, or undefined. */
function failureOf(operation: Operation, wave: PlacedWave): string | undefined {
  const keys = keysOf(wave)
  const failures = [
    ...operation.results.filter(({ key, state }) => state === 'failed' && keys.has(formatKey(key))),
    ...operation.hooks.filter(({ phase, key, state }) => state === 'failed' && isHookOf(wave, phase, key)),
  ]
  if (failures.length === 0) return undefined
  return `one or more synchronization tasks completed unsuccessfully, reason: ${reasonsOf(failures)}`
}

/** The first few: the record has to stay small however much failed at once. */
function reasonsOf(failures: readonly Pick<ObjectResult, 'key' | 'message'>[]): string {
  const reasons = failures.slice(0, 5).map(({ key, message }) => `${formatKey(key)}: ${message}`)
  const more = failures.length - reasons.length
  return [...reasons, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function isHookOf(wave: PlacedWave, phase: PlacedWave['phase'], key: ObjectResult['key']): boolean {
  return phase === wave.phase && hookSteps(wave).some((step) => formatKey(step.key) === formatKey(key))
}

function claim(operation: Operation, wave: PlacedWave, { now }: Clock): Operation {
  const at = new Date(now).toISOString()
  const pending = applySteps(wave).map(({ key }): ObjectResult => ({ key, state: 'pending', message: '' }))
  const watched = wave.watch.map((key): ObjectResult => ({ key, state: 'applied', message: '', at }))
  const going = wave.prune.map(({ key }): ObjectResult => ({ key, state: 'pending', message: '', at }))
  return {
    ...operation,
    at: { phase: wave.phase, wave: wave.wave },
    waveStartedAt: at,
    results: [...operation.results, ...pending, ...watched, ...going],
    hooks: [...operation.hooks, ...(wave.phase === 'Prune' ? [] : newHooks(operation, wave, wave.phase))],
    message: `${wave.phase} wave ${wave.wave}`,
  }
}

function newHooks(operation: Operation, wave: PlacedWave, phase: SyncPhase): readonly HookRecord[] {
  return hookSteps(wave)
    .filter(({ key }) => hookRecord(operation, key, phase) === undefined)
    .map(({ key, deletePolicies }) => ({
      key,
      phase,
      uid: '',
      deletePolicies,
      state: 'creating',
      message: '',
      deleted: false,
    }))
}

function markHealthy(operation: Operation, wave: PlacedWave): Operation {
  const keys = keysOf(wave)
  const results = operation.results.map(
    (result): ObjectResult =>
      result.state === 'applied' && keys.has(formatKey(result.key))
        ? { ...result, state: 'healthy' }
        : result,
  )
  return { ...operation, results }
}

function hookReleases({ hooks }: Operation): readonly Action[] {
  return hooks
    .filter(({ state, uid }) => uid !== '' && (state === 'succeeded' || state === 'failed'))
    .filter(({ released, deleted, cleanUpError }) => !(released || deleted || cleanUpError !== undefined))
    .map(({ key, phase, uid }) => ({ do: 'releaseHook', key, phase, uid }))
}

function step(operation: Operation, actions: readonly Action[]): Decision {
  return { kind: 'step', operation, actions: actions.length === 0 ? [] : [actions] }
}

/** As long again as it has waited already: what is healthy at once is seen at once, and a long wait costs few looks. */
function delayOf({ waveStartedAt }: Operation, { now }: Clock): number {
  const waited = waveStartedAt === undefined ? 0 : (now - Date.parse(waveStartedAt)) / 1000
  // Another one's clock may be ahead of ours.
  if (!(waited >= 0)) return longestAtFirst
  const longest = waited < 10 ? longestAtFirst : waited < 60 ? 5 : 15
  return Math.min(Math.max(waited, firstLookSeconds), longest)
}
