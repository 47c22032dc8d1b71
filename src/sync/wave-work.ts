import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import type { ApplyStep, HookStep, PruneStep, SyncPhase } from '../plan/plan.ts'
import type { Action, DeleteHookAction, PruneAction } from './decision.ts'
import { type Observed, sightingOf } from './observed.ts'
import type { HookRecord, Operation } from './operation.ts'
import type { WaitedFor } from './outcome.ts'
import { applySteps, hookRecord, objectKeys, type PlacedWave } from './plan-order.ts'
import { isHealthy, isRunOf, isSeen } from './settle.ts'

/**
 * What is still to be sent for a claimed wave. Earlier runs of its hooks go first and are waited for; then the steps
 * follow in the plan's order, in groups of adjacent equal kind. Nothing is sent past a CustomResourceDefinition of
 * the same wave before the API server serves it. Reference: argocd sections 1 and 2.
 */
export interface WaveWork {
  readonly actions: readonly (readonly Action[])[]
  /** What has to go, or to be served, before more can be sent. */
  readonly waitsFor: readonly WaitedFor[]
}

export function waveWork(operation: Operation, wave: PlacedWave, observed: Observed): WaveWork {
  if (wave.phase === 'Prune') return pruneWork(operation, wave, observed)
  const inTheWay = staleHooks(operation, wave, observed)
  if (inTheWay.length > 0) {
    const deletions = inTheWay
      .filter(({ deleting, held }) => !deleting || held)
      .map(({ hook, uid }) => deletion(hook, uid))
    return {
      actions: deletions.length === 0 ? [] : [deletions],
      waitsFor: inTheWay.map(({ hook }) => ({ key: hook.key, for: 'deletion' })),
    }
  }
  const unserved = unservedDefinitions(operation, wave, observed)
  if (unserved.length > 0) return { actions: [], waitsFor: unserved }
  const groups = groupByKind(unsentSteps(operation, wave))
  return { actions: upToDefinitions(groups, wave.phase), waitsFor: [] }
}

/** Deletions in the plan's order, one kind after the other; then all of them have to be gone. */
function pruneWork(operation: Operation, wave: PlacedWave, observed: Observed): WaveWork {
  const pending = pendingKeys(operation)
  const open = wave.prune.filter(({ key }) => pending.has(formatKey(key)))
  const groups = groupByKind(open).map((steps) => steps.flatMap((step) => pruneAction(step, observed)))
  return {
    actions: groups.filter((group) => group.length > 0),
    waitsFor: open.map(({ key }) => ({ key, for: 'deletion' })),
  }
}

function pruneAction(step: PruneStep, observed: Observed): readonly PruneAction[] {
  const sighting = sightingOf(observed, step.key)
  if (!isSeen(sighting) || sighting.deleting) return []
  return [{ do: 'prune', step, resourceVersion: sighting.resourceVersion }]
}

interface StaleHook {
  readonly hook: HookRecord
  readonly uid: string
  readonly deleting: boolean
  readonly held: boolean
}

function staleHooks(operation: Operation, wave: PlacedWave, observed: Observed): readonly StaleHook[] {
  return operation.hooks.flatMap((hook) => {
    const sighting = sightingOf(observed, hook.key)
    if (hook.state !== 'creating' || hook.phase !== wave.phase || !isSeen(sighting)) return []
    return isRunOf(operation, hook, sighting)
      ? []
      : [{ hook, uid: sighting.uid, deleting: sighting.deleting, held: sighting.held === true }]
  })
}

function deletion({ key, phase }: HookRecord, uid: string): DeleteHookAction {
  return { do: 'deleteHook', key, phase, uid, why: 'stale' }
}

function unsentSteps(operation: Operation, wave: PlacedWave): readonly (ApplyStep | HookStep)[] {
  const pending = pendingKeys(operation)
  return wave.steps.filter((step) =>
    step.action === 'apply'
      ? pending.has(formatKey(step.key))
      : hookRecord(operation, step.key, wave.phase)?.state === 'creating',
  )
}

function pendingKeys({ results }: Operation): ReadonlySet<string> {
  return new Set(results.filter(({ state }) => state === 'pending').map(({ key }) => formatKey(key)))
}

type Steps = readonly (ApplyStep | HookStep)[]

function groupByKind<T extends { readonly key: ObjectKey }>(steps: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = []
  for (const step of steps) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && isSameKind(group[0], step)) group.push(step)
    else groups.push([step])
  }
  return groups
}

function isSameKind(a: { readonly key: ObjectKey }, b: { readonly key: ObjectKey }): boolean {
  return a.key.group === b.key.group && a.key.kind === b.key.kind
}

function upToDefinitions(groups: readonly Steps[], phase: SyncPhase): readonly (readonly Action[])[] {
  const definitions = groups.findIndex(([step]) => step !== undefined && isDefinition(step))
  const sendable = definitions < 0 ? groups : groups.slice(0, definitions + 1)
  return sendable.map((steps) => steps.map((step) => actionFor(step, phase)))
}

function actionFor(step: ApplyStep | HookStep, phase: SyncPhase): Action {
  return step.action === 'apply' ? { do: 'apply', step } : { do: 'createHook', step, phase }
}

function unservedDefinitions(
  operation: Operation,
  wave: PlacedWave,
  observed: Observed,
): readonly WaitedFor[] {
  const definitions = applySteps(wave).filter(isDefinition)
  if (definitions.length === 0 || unsentSteps(operation, wave).length === 0) return []
  return unhealthyObjects(operation, { ...wave, steps: definitions, watch: [] }, observed)
}

function isDefinition({ key }: ApplyStep | HookStep): boolean {
  return key.kind === 'CustomResourceDefinition' && key.group === 'apiextensions.k8s.io'
}

/** The wave's objects that were applied and are not, or not known to be, healthy. */
export function unhealthyObjects(
  operation: Operation,
  wave: PlacedWave,
  observed: Observed,
): readonly WaitedFor[] {
  const applied = new Set(
    operation.results.filter(({ state }) => state === 'applied').map(({ key }) => formatKey(key)),
  )
  return objectKeys(wave)
    .filter((key) => applied.has(formatKey(key)))
    .flatMap((key): readonly WaitedFor[] => {
      const sighting = sightingOf(observed, key)
      if (!isSeen(sighting)) return [{ key, for: 'health' }]
      if (isHealthy(sighting)) return []
      const { health } = sighting
      return [{ key, for: 'health', ...(health === undefined ? {} : { health }) }]
    })
}
