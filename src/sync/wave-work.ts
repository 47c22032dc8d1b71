import { formatKey } from '../kube/object-key.ts'
import type { ApplyStep, HookStep } from '../plan/plan.ts'
import type { Action, DeleteHookAction } from './decision.ts'
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
  return { actions: upToDefinitions(groupByKind(unsentSteps(operation, wave)), wave), waitsFor: [] }
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
  const pending = new Set(
    operation.results.filter(({ state }) => state === 'pending').map(({ key }) => formatKey(key)),
  )
  return wave.steps.filter((step) =>
    step.action === 'apply'
      ? pending.has(formatKey(step.key))
      : hookRecord(operation, step.key, wave.phase)?.state === 'creating',
  )
}

type Steps = readonly (ApplyStep | HookStep)[]

function groupByKind(steps: Steps): readonly Steps[] {
  const groups: (ApplyStep | HookStep)[][] = []
  for (const step of steps) {
    const group = groups.at(-1)
    if (group?.[0] !== undefined && isSameKind(group[0], step)) group.push(step)
    else groups.push([step])
  }
  return groups
}

function isSameKind(a: ApplyStep | HookStep, b: ApplyStep | HookStep): boolean {
  return a.key.group === b.key.group && a.key.kind === b.key.kind
}

function upToDefinitions(groups: readonly Steps[], { phase }: PlacedWave): readonly (readonly Action[])[] {
  const definitions = groups.findIndex(([step]) => step !== undefined && isDefinition(step))
  const sendable = definitions < 0 ? groups : groups.slice(0, definitions + 1)
  return sendable.map((steps) => steps.map((step) => actionFor(step, phase)))
}

function actionFor(step: ApplyStep | HookStep, phase: PlacedWave['phase']): Action {
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
