import type { Extraneous, ObjectComparison, Rejected, Unverified } from '../diff/comparison.ts'
import type { Cause, FieldPreview } from '../diff/field-preview.ts'
import type { ThreeWay } from '../diff/three-way.ts'
import { mayBePerson } from '../diff/writers.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import type { ApplyStep, HookStep, Plan, PruneStep, SkipReason, SyncPhase } from '../plan/plan.ts'
import { present } from '../settings/present.ts'
import type { HookPreview, ObjectFlag, ObjectPreview } from './preview.ts'
import { isOutOfSync } from './sync-status.ts'

/** What one object is told from. */
export interface ObjectFacts {
  /** Of the merge result. */
  readonly compared: ObjectComparison
  readonly place?: PlannedPlace
  /** Why pruning leaves it, or who gives it up. */
  readonly note?: string
  readonly skipped?: SkipReason
  readonly isProtected: boolean
  /** The base declares it too. */
  readonly isInBase: boolean
  readonly isSynced: boolean
  readonly fields: (sync: ThreeWay['sync']) => readonly FieldPreview[]
}

export interface PlannedPlace {
  readonly phase?: SyncPhase
  readonly wave: number
  /** Position in the plan. */
  readonly at: number
  readonly step: ApplyStep | PruneStep
}

/** One object as the sync after the merge would treat it; undefined for one that is in order and stays so. */
export function previewObject(facts: ObjectFacts): ObjectPreview | undefined {
  const { compared } = facts
  switch (compared.kind) {
    case 'missing':
      return previewSent('create', facts)
    case 'drifted':
      return previewSent('change', facts)
    case 'unverified':
      return previewUnverified(compared, facts)
    case 'rejected':
      return previewRejected(compared, facts)
    case 'inSync':
      return previewInSync(facts)
    case 'extraneous':
      return previewExtraneous(compared, facts)
  }
}

function previewSent(action: 'create' | 'change', facts: ObjectFacts): ObjectPreview {
  return previewWith(action, 'apply', facts)
}

function previewUnverified(compared: Unverified, facts: ObjectFacts): ObjectPreview {
  const { reason, message, live } = compared
  // Whether it exists is not told to those who may not write it.
  if (reason === 'not-permitted') return { ...previewWith('reject', 'reject', facts), note: message }
  return { ...previewSent(live === 'no' ? 'create' : 'change', facts), unverified: { reason, message } }
}

function previewRejected(compared: Rejected, facts: ObjectFacts): ObjectPreview {
  const { reason, message, remedy, field } = compared
  const rejected = { reason, message, remedy, ...present({ field }) }
  return { ...previewWith('reject', 'reject', facts), rejected }
}

/** It has what the pull request asks for already, or a rule lets it be otherwise. */
function previewInSync(facts: ObjectFacts): ObjectPreview | undefined {
  const preview = previewWith('no-op', 'leave', facts)
  return preview.fields.some(({ equal }) => !equal.baseHead) ? preview : undefined
}

/** What leaves Git by this pull request is told in any case; what is not the application's own is not. */
function previewExtraneous(compared: Extraneous, facts: ObjectFacts): ObjectPreview | undefined {
  if (!facts.isInBase && !isOutOfSync(compared)) return undefined
  const isPruned = facts.place?.step.action === 'prune'
  const isWaiting = facts.skipped === 'awaits-acknowledgement'
  const action = isPruned || isWaiting ? 'prune' : facts.skipped === 'handed-over' ? 'hand-over' : 'keep'
  return {
    ...about(facts),
    action,
    cause: facts.isInBase ? 'pull-request' : 'not-yet-synced',
    fields: [],
    flags: facts.isProtected ? ['protected'] : [],
  }
}

function previewWith(
  action: ObjectPreview['action'],
  sync: ThreeWay['sync'],
  facts: ObjectFacts,
): ObjectPreview {
  const fields = facts.fields(sync)
  return {
    ...about(facts),
    action,
    cause: causeOf(action, fields, facts),
    fields,
    flags: flagsOf(fields, facts),
  }
}

function about({
  compared: { key, origin },
  place,
  note,
}: ObjectFacts): Pick<ObjectPreview, 'key' | 'origin'> {
  return { key, ...present({ origin, phase: place?.phase, wave: place?.wave, note }) }
}

/** The worst of its fields, and of an object that is not there the question who took it away. */
function causeOf(
  action: ObjectPreview['action'],
  fields: readonly FieldPreview[],
  { isInBase, isSynced }: ObjectFacts,
): Cause {
  const causes = new Set(fields.map(({ cause }) => cause))
  const isDrift = causes.has('drift') || (action === 'create' && isInBase && isSynced)
  const isChanged = !isInBase || causes.has('pull-request')
  if (causes.has('both') || (isDrift && isChanged && isInBase)) return 'both'
  if (isChanged) return 'pull-request'
  return isDrift ? 'drift' : 'not-yet-synced'
}

const workloads: readonly string[] = ['apps/Deployment', 'apps/StatefulSet', 'apps/DaemonSet']

function flagsOf(
  fields: readonly FieldPreview[],
  { compared, isProtected }: ObjectFacts,
): readonly ObjectFlag[] {
  const flags: readonly (readonly [ObjectFlag, boolean])[] = [
    ['restart', compared.kind === 'drifted' && isWorkload(compared.key) && fields.some(restarts)],
    ['immutable', compared.kind === 'rejected' && compared.reason === 'immutable'],
    ['co-owned', 'fields' in compared && compared.fields.some(({ effect }) => effect === 'take-over')],
    ['unverified', compared.kind === 'unverified'],
    ['protected', isProtected],
    ['live-edit', fields.some(isLiveEdit)],
  ]
  return flags.filter(([, isSet]) => isSet).map(([flag]) => flag)
}

function isWorkload({ group, kind }: ObjectKey): boolean {
  return workloads.includes(`${group}/${kind}`)
}

function restarts({ path, will }: FieldPreview): boolean {
  return path.startsWith('spec.template.') && will !== 'keep' && will !== 'no-op'
}

function isLiveEdit({ will, writer }: FieldPreview): boolean {
  const isEdited = writer !== undefined && mayBePerson(writer)
  return will === 'overwrite-live-edit' || (will === 'revert' && isEdited)
}

/** Where in the plan each object comes, by formatted key. */
export function placesOf({ phases, prune }: Plan): ReadonlyMap<string, PlannedPlace> {
  const sent = phases.flatMap(({ phase, waves }) =>
    waves.flatMap(({ wave, steps }) =>
      steps
        .filter((step): step is ApplyStep => step.action === 'apply')
        .map((step) => ({ phase, wave, step })),
    ),
  )
  const pruned = prune.map((step) => ({ wave: step.wave, step }))
  return new Map([...sent, ...pruned].map((place, at) => [formatKey(place.step.key), { ...place, at }]))
}

export function hooksOf({ phases }: Plan): readonly HookPreview[] {
  return phases.flatMap(({ phase, waves }) =>
    waves.flatMap(({ wave, steps }) =>
      steps
        .filter((step): step is HookStep => step.action === 'createHook')
        .map(({ key }) => ({ key, phase, wave })),
    ),
  )
}
