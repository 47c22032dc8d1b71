import type { HealthStatus } from '../../src/health/health.ts'
import { formatKey, type ObjectKey } from '../../src/kube/object-key.ts'
import type {
  ApplyStep,
  HookDeletePolicy,
  HookStep,
  PlannedWave,
  PruneStep,
  SyncPhase,
} from '../../src/plan/plan.ts'
import type { Observed, Sighting } from '../../src/sync/observed.ts'
import type { HookRecord, ObjectResult, Operation } from '../../src/sync/operation.ts'
import type { PlannedPhases } from '../../src/sync/plan-order.ts'
import { aSha } from '../support/builders.ts'

export const start: number = Date.parse('2026-03-01T10:00:00Z')
export const limits = { hookSeconds: 600, waveSeconds: 1800 }

export function aKey(text: string): ObjectKey {
  const [kind = '', name = ''] = text.split(' ')
  const [group, bare] = kind.includes('/') ? kind.split('/') : ['', kind]
  return { group: group ?? '', kind: bare ?? '', namespace: 'shop', name }
}

export function applied(text: string): ApplyStep {
  return { action: 'apply', key: aKey(text), reason: 'missing' }
}

export function hook(text: string, ...deletePolicies: HookDeletePolicy[]): HookStep {
  return {
    action: 'createHook',
    key: aKey(text),
    deletePolicies: deletePolicies.length === 0 ? ['BeforeHookCreation'] : deletePolicies,
  }
}

type Waves = readonly (readonly (ApplyStep | HookStep)[])[]

/** Waves are numbered from 0 in the order given. */
export function aPlan(phases: Partial<Record<SyncPhase, Waves>>): PlannedPhases {
  const order = ['PreSync', 'Sync', 'PostSync', 'SyncFail'] as const
  return {
    phases: order.flatMap((phase) => {
      const waves = (phases[phase] ?? []).map((steps, wave): PlannedWave => ({ wave, steps }))
      return waves.length === 0 ? [] : [{ phase, waves }]
    }),
  }
}

export function anOperation(changes: Partial<Operation> = {}): Operation {
  return {
    version: 1,
    id: 'op-1',
    application: 'shop',
    commit: aSha('commit'),
    kind: 'sync',
    phase: 'Running',
    attempt: 1,
    heals: 0,
    startedAt: new Date(start).toISOString(),
    waveStartedAt: new Date(start).toISOString(),
    hooks: [],
    results: [],
    message: '',
    ...changes,
  }
}

export function result(text: string, changes: Partial<ObjectResult> = {}): ObjectResult {
  return {
    key: aKey(text),
    state: 'applied',
    message: '',
    at: new Date(start).toISOString(),
    uid: `uid of ${text}`,
    ...changes,
  }
}

export function hookRecordOf(text: string, changes: Partial<HookRecord> = {}): HookRecord {
  return {
    key: aKey(text),
    phase: 'PreSync',
    uid: `uid of ${text}`,
    deletePolicies: ['BeforeHookCreation'],
    state: 'running',
    message: '',
    deleted: false,
    startedAt: new Date(start).toISOString(),
    ...changes,
  }
}

export function pruned(text: string, wave = 0): PruneStep {
  return { action: 'prune', key: aKey(text), uid: `uid of ${text}`, wave }
}

export function sighting(text: string, status?: HealthStatus, changes: Partial<Sighting> = {}): Sighting {
  return {
    uid: `uid of ${text}`,
    resourceVersion: '1',
    deleting: false,
    ours: false,
    ...(status === undefined ? {} : { health: { status, message: '' } }),
    ...changes,
  }
}

export type Seen = Sighting | 'absent'

export function sees(...seen: readonly (readonly [string, Seen])[]): Observed {
  return new Map(seen.map(([text, what]) => [formatKey(aKey(text)), what]))
}
