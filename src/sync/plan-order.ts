import { formatKey, type ObjectKey, sameKey } from '../kube/object-key.ts'
import {
  type ApplyStep,
  type HookStep,
  type Plan,
  type PlannedPhase,
  type PlannedWave,
  type SyncPhase,
  syncPhases,
} from '../plan/plan.ts'
import type { HookRecord, Operation, Position } from './operation.ts'

/** The part of a plan that a sync runs, and that its record keeps. */
export type PlannedPhases = Pick<Plan, 'phases'>

export interface PlacedWave extends Position {
  readonly steps: PlannedWave['steps']
  readonly watch: readonly ObjectKey[]
}

/** The waves of a sync that goes well, in order. */
export function mainWaves(plan: PlannedPhases): readonly PlacedWave[] {
  return plan.phases.filter(({ phase }) => phase !== 'SyncFail').flatMap(placeWaves)
}

/** The waves that follow a failure, in order. */
export function failureWaves(plan: PlannedPhases): readonly PlacedWave[] {
  return plan.phases.filter(({ phase }) => phase === 'SyncFail').flatMap(placeWaves)
}

export function allWaves(plan: PlannedPhases): readonly PlacedWave[] {
  return plan.phases.flatMap(placeWaves)
}

function placeWaves({ phase, waves }: PlannedPhase): readonly PlacedWave[] {
  return waves
    .map(({ wave, steps, watch = [] }) => ({ phase, wave, steps, watch }))
    .filter(({ steps, watch }) => steps.length + watch.length > 0)
}

/** The wave that the operation has claimed, or undefined before the first claim. */
export function waveInHand(plan: PlannedPhases, { at }: Operation): PlacedWave | undefined {
  if (at === undefined) return undefined
  return allWaves(plan).find((wave) => samePosition(wave, at)) ?? { ...at, steps: [], watch: [] }
}

export function samePosition(a: Position, b: Position): boolean {
  return a.phase === b.phase && a.wave === b.wave
}

/** The first of the waves that comes after a position; the first of all when there is no position. */
export function nextWave(waves: readonly PlacedWave[], at: Position | undefined): PlacedWave | undefined {
  return at === undefined ? waves[0] : waves.find((wave) => isAfter(wave, at))
}

function isAfter(a: Position, b: Position): boolean {
  const phases = syncPhases.indexOf(a.phase) - syncPhases.indexOf(b.phase)
  return phases > 0 || (phases === 0 && a.wave > b.wave)
}

export function applySteps(wave: PlacedWave): readonly ApplyStep[] {
  return wave.steps.filter((step) => step.action === 'apply')
}

/** The objects whose health a wave waits for. */
export function objectKeys(wave: PlacedWave): readonly ObjectKey[] {
  return [...applySteps(wave).map(({ key }) => key), ...wave.watch]
}

/** The same, formatted. */
export function keysOf(wave: PlacedWave | undefined): ReadonlySet<string> {
  return new Set(wave === undefined ? [] : objectKeys(wave).map(formatKey))
}

export function hookSteps(wave: PlacedWave): readonly HookStep[] {
  return wave.steps.filter((step) => step.action === 'createHook')
}

export function hookRecord(operation: Operation, key: ObjectKey, phase: SyncPhase): HookRecord | undefined {
  return operation.hooks.find((hook) => hook.phase === phase && sameKey(hook.key, key))
}
