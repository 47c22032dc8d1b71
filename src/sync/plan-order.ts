import { formatKey, type ObjectKey, sameKey } from '../kube/object-key.ts'
import type { ApplyStep, HookStep, Plan, PlannedPhase, PlannedWave, PruneStep } from '../plan/plan.ts'
import {
  type HookRecord,
  isStopping,
  type Operation,
  type OperationStage,
  type Position,
} from './operation.ts'

/** The part of a plan that a sync runs, and that its record keeps. */
export type PlannedPhases = Pick<Plan, 'phases'> & Partial<Pick<Plan, 'prune'>>

export interface PlacedWave extends Position {
  readonly steps: PlannedWave['steps']
  readonly watch: readonly ObjectKey[]
  /** What goes in this wave; only waves of the stage `Prune` have any. */
  readonly prune: readonly PruneStep[]
}

const stages: readonly OperationStage[] = ['PreSync', 'Sync', 'Prune', 'PostSync', 'SyncFail']

/** The waves of a sync that goes well, in order. */
export function mainWaves(plan: PlannedPhases): readonly PlacedWave[] {
  return allWaves(plan).filter(({ phase }) => phase !== 'SyncFail')
}

/** The waves that follow a failure, in order. */
export function failureWaves(plan: PlannedPhases): readonly PlacedWave[] {
  return allWaves(plan).filter(({ phase }) => phase === 'SyncFail')
}

export function allWaves({ phases, prune = [] }: PlannedPhases): readonly PlacedWave[] {
  return [...phases.flatMap(placeWaves), ...pruneWaves(prune)].toSorted(
    (a, b) => stages.indexOf(a.phase) - stages.indexOf(b.phase),
  )
}

function placeWaves({ phase, waves }: PlannedPhase): readonly PlacedWave[] {
  return waves
    .map(({ wave, steps, watch = [] }) => ({ phase, wave, steps, watch, prune: [] }))
    .filter(({ steps, watch }) => steps.length + watch.length > 0)
}

function pruneWaves(prune: readonly PruneStep[]): readonly PlacedWave[] {
  const waves = [...new Set(prune.map(({ wave }) => wave))].toSorted((a, b) => b - a)
  return waves.map((wave) => ({
    phase: 'Prune',
    wave,
    steps: [],
    watch: [],
    prune: prune.filter((step) => step.wave === wave),
  }))
}

/** The wave that the operation has claimed, or undefined before the first claim. */
export function waveInHand(plan: PlannedPhases, { at }: Operation): PlacedWave | undefined {
  if (at === undefined) return undefined
  return allWaves(plan).find((wave) => samePosition(wave, at)) ?? { ...at, steps: [], watch: [], prune: [] }
}

export function samePosition(a: Position, b: Position): boolean {
  return a.phase === b.phase && a.wave === b.wave
}

/** The first of the waves that comes after a position; the first of all when there is no position. */
export function nextWave(waves: readonly PlacedWave[], at: Position | undefined): PlacedWave | undefined {
  return at === undefined ? waves[0] : waves.find((wave) => isAfter(wave, at))
}

function isAfter(a: Position, b: Position): boolean {
  const later = stages.indexOf(a.phase) - stages.indexOf(b.phase)
  const isBelow = a.phase === 'Prune' ? a.wave < b.wave : a.wave > b.wave
  return later > 0 || (later === 0 && isBelow)
}

export function applySteps(wave: PlacedWave): readonly ApplyStep[] {
  return wave.steps.filter((step) => step.action === 'apply')
}

/** The objects that a wave waits for: their health, or their end. */
export function objectKeys(wave: PlacedWave): readonly ObjectKey[] {
  return [...applySteps(wave).map(({ key }) => key), ...wave.watch, ...wave.prune.map(({ key }) => key)]
}

/** The same, formatted. */
export function keysOf(wave: PlacedWave | undefined): ReadonlySet<string> {
  return new Set(wave === undefined ? [] : objectKeys(wave).map(formatKey))
}

/** Formatted keys of what a running operation is still to apply. */
export function unsentObjects(plan: PlannedPhases, operation: Operation): ReadonlySet<string> {
  if (isStopping(operation) || operation.failing !== undefined) return new Set()
  const done = new Set(
    operation.results.filter(({ state }) => state !== 'pending').map(({ key }) => formatKey(key)),
  )
  const keys = mainWaves(plan)
    .flatMap(applySteps)
    .map(({ key }) => formatKey(key))
  return new Set(keys.filter((key) => !done.has(key)))
}

export function hookSteps(wave: PlacedWave): readonly HookStep[] {
  return wave.steps.filter((step) => step.action === 'createHook')
}

export function hookRecord(
  operation: Operation,
  key: ObjectKey,
  phase: OperationStage,
): HookRecord | undefined {
  return operation.hooks.find((hook) => hook.phase === phase && sameKey(hook.key, key))
}
