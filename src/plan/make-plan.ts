import type { Comparison, Extraneous, ObjectComparison } from '../diff/comparison.ts'
import { kindDefinedBy } from '../diff/custom-kinds.ts'
import { createdNamespace, type Desired, type DesiredObject } from '../diff/desired-objects.ts'
import type { CommitSha } from '../git/commit.ts'
import { assessHealth, isHealthIgnored } from '../health/assess-health.ts'
import type { HealthStatus } from '../health/health.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { compareKeys, formatKey } from '../kube/object-key.ts'
import { markOf } from '../kube/tracking.ts'
import type { Permit } from '../policy/permit.ts'
import { present } from '../settings/present.ts'
import type { Deletion } from './acknowledgement.ts'
import { planBlocks } from './blocks.ts'
import type { Neighbours } from './neighbours.ts'
import {
  type Acknowledgement,
  type ApplyStep,
  type HookStep,
  type Plan,
  type PlanBlock,
  type PlannedPhase,
  type PlannedWave,
  type SkipStep,
  syncPhases,
} from './plan.ts'
import { type PlannedHook, plannedHooks } from './planned-hooks.ts'
import { type PruneInput, type Pruning, planPrune } from './prune.ts'
import { isSelected, type Selector } from './selection.ts'
import { groupWaves, orderTasks, type Task, waveOf } from './waves.ts'

export interface PlanInput {
  readonly desired: Desired
  readonly comparison: Comparison
  /** By formatted key; what the comparison was made with. */
  readonly live: ReadonlyMap<string, LiveObject>
  readonly commit: CommitSha
  /**
   * `sync`: hooks run when there is something to apply. `manual`: hooks run in any case. `self-heal`: only what is known
   * to differ is applied, and no hook runs. `prune`: nothing is applied at all. `delete`: everything goes, between the
   * hooks of a deletion.
   */
  readonly kind: 'sync' | 'manual' | 'self-heal' | 'prune' | 'delete'
  /** Of a `delete`: why people have to agree to all of it. */
  readonly confirm?: string
  /** Only these objects are applied or pruned, and no hook runs. */
  readonly only?: readonly Selector[]
  readonly mode: 'observe' | 'sync'
  /** Start of the operation, RFC 3339: names of hooks are generated from it. */
  readonly startedAt: string
  readonly permit: Permit
  readonly pruning: Pruning
  readonly neighbours: Neighbours
}

/** Everything a sync would do, and why the rest is left alone. The order of the input does not matter. */
export function makePlan(input: PlanInput): Plan {
  const { desired, commit, comparison } = input
  const hooks = plannedHooks(desired, commit, input.startedAt)
  const compared = new Map(comparison.objects.map((object) => [formatKey(object.key), object]))
  const tasks = orderTasks(
    [...desiredTasks(desired, compared, input.kind).map(selectedBy(input)), ...hooks.map(hookTask)],
    desired.application.destination.namespace,
  )
  const health = healthOfUntouched(tasks, input.live)
  const recreations = tasks.flatMap(recreationOf)
  const { skips, ...pruning } = planPrune({ ...pruneInput(input, health), recreations })
  const changes = tasks.some(isApplied) || pruning.prune.length > 0
  const runsHooks =
    input.only === undefined &&
    (input.kind === 'manual' || input.kind === 'delete' || (input.kind === 'sync' && changes))
  const isSent = (task: PlanTask) => isApplied(task) || (runsHooks && isHookStep(task))
  const doesSomething = tasks.some(isSent) || pruning.prune.length > 0
  const waited = new Set(doesSomething ? tasks.filter((task) => health.get(task) === 'Progressing') : [])
  return {
    application: desired.application.name,
    commit,
    phases: toPhases(
      tasks.filter((task) => isSent(task) || waited.has(task)).map((task) => fromWhom(task, input)),
      waited,
    ),
    ...pruning,
    skips: bySkippedKey([
      ...skips,
      ...tasks.flatMap(({ step }) => (step.action === 'skip' ? [step] : [])),
      ...(runsHooks ? [] : skippedHooks(hooks, input.kind)),
      ...desired.leftOut.map(({ key, reason }): SkipStep => ({ action: 'skip', key, reason })),
    ]),
    blocks: [
      ...planBlocks({ ...input, hooks }),
      ...awaitedRecreations(recreations, desired.application.name, pruning.acknowledgement),
    ],
  }
}

function recreationOf({ step }: PlanTask): readonly Deletion[] {
  return step.action === 'apply' && step.recreates !== undefined
    ? [{ key: step.key, uid: step.recreates }]
    : []
}

/** A release without the object that cannot be changed in place would be half of one: all of it waits. */
function awaitedRecreations(
  recreations: readonly Deletion[],
  application: string,
  acknowledgement: Acknowledgement | undefined,
): readonly PlanBlock[] {
  if (acknowledgement?.given !== false) return []
  const waiting = new Set(acknowledgement.objects.map(formatKey))
  return recreations
    .filter(({ key }) => waiting.has(formatKey(key)))
    .map(({ key }) => ({
      code: 'awaits-acknowledgement',
      key,
      message: `${formatKey(key)} would be deleted and created again; plumbline ack ${application} ${acknowledgement.digest}`,
    }))
}

/** An object that still bears another application's mark, and that it declares no more, is told to be handed over by it. */
function fromWhom(task: PlanTask, { desired, live, neighbours }: PlanInput): PlanTask {
  const mark = markOf(live.get(formatKey(task.key)))
  const isKept = neighbours.declarersOf(task.key).some(({ application }) => application === mark)
  const isOthers = mark !== undefined && mark !== desired.application.name && !isKept
  if (task.step.action !== 'apply' || task.step.reason === 'create-namespace' || !isOthers) return task
  return { ...task, step: { ...task.step, handedOverBy: mark } }
}

function selectedBy({ only }: PlanInput): (task: PlanTask) => PlanTask {
  return (task) =>
    only === undefined || !isApplied(task) || isNamespaceCreated(task) || isSelected(only, task.key)
      ? task
      : { ...task, step: { action: 'skip', key: task.key, reason: 'not-selected' } }
}

/** What is asked for has to be somewhere. */
function isNamespaceCreated({ step }: PlanTask): boolean {
  return step.action === 'apply' && step.reason === 'create-namespace'
}

/** A task with what becomes of it; `none` for what a block speaks of. */
interface PlanTask extends Task {
  readonly step: ApplyStep | HookStep | SkipStep | { readonly action: 'none' }
}

/** How those do that nothing is sent for; what should be there and is not, is Missing. */
function healthOfUntouched(
  tasks: readonly PlanTask[],
  live: PlanInput['live'],
): ReadonlyMap<PlanTask, HealthStatus> {
  return new Map(
    tasks.flatMap((task): readonly [PlanTask, HealthStatus][] => {
      if (task.step.action !== 'skip') return []
      const found = live.get(formatKey(task.key))
      if (found === undefined) return task.step.reason === 'only-prunes' ? [[task, 'Missing']] : []
      const health = isHealthIgnored(found) ? undefined : assessHealth(found)
      return health === undefined ? [] : [[task, health.status]]
    }),
  )
}

function pruneInput(
  { comparison, desired, live, permit, pruning, neighbours, kind, confirm, only }: PlanInput,
  health: ReadonlyMap<PlanTask, HealthStatus>,
): Omit<PruneInput, 'recreations'> {
  const declared = [...desired.objects, ...desired.hooks]
  return {
    extraneous: comparison.objects.filter((object): object is Extraneous => object.kind === 'extraneous'),
    application: desired.application,
    isUnwell: [...health.values()].some((status) => status === 'Degraded' || status === 'Missing'),
    isListed: comparison.unlisted.length === 0,
    ...present({ only }),
    ...(kind === 'delete' ? { deletion: present({ confirm }) } : {}),
    uses: (namespace) => declared.some(({ key }) => key.namespace === namespace),
    live,
    permit,
    pruning,
    neighbours,
  }
}

function isApplied({ step }: PlanTask): boolean {
  return step.action === 'apply'
}

function isHookStep({ step }: PlanTask): boolean {
  return step.action === 'createHook'
}

/** All of them, in sync or not: an object in sync still decides in which wave its namespace comes. */
function desiredTasks(
  desired: Desired,
  compared: ReadonlyMap<string, ObjectComparison>,
  kind: PlanInput['kind'],
): readonly PlanTask[] {
  const namespace = createdNamespace(desired)
  const found = namespace && compared.get(formatKey(namespace.key))
  const creation: readonly PlanTask[] =
    namespace === undefined || found === undefined
      ? []
      : [{ key: namespace.key, phase: 'PreSync', wave: 0, step: stepFor(found, kind, true) }]
  return [
    ...creation,
    ...desired.objects.map((object) => objectTask(object, compared.get(formatKey(object.key)), kind)),
  ]
}

function objectTask(
  { key, manifest }: DesiredObject,
  compared: ObjectComparison | undefined,
  kind: PlanInput['kind'],
): PlanTask {
  const step = compared === undefined ? { action: 'none' as const } : stepFor(compared, kind, false)
  const task: PlanTask = { key, phase: 'Sync', wave: waveOf(manifest), step }
  const defines = kindDefinedBy(manifest)
  return defines === undefined ? task : { ...task, defines }
}

function stepFor(compared: ObjectComparison, kind: PlanInput['kind'], creates: boolean): PlanTask['step'] {
  const { key } = compared
  if (kind === 'prune' && isDifferent(compared)) return { action: 'skip', key, reason: 'only-prunes' }
  switch (compared.kind) {
    case 'missing':
      return { action: 'apply', key, reason: creates ? 'create-namespace' : 'missing' }
    case 'drifted': {
      const recreated = compared.recreates === undefined ? {} : { recreates: compared.uid }
      return { action: 'apply', key, reason: creates ? 'namespace-metadata' : 'drifted', ...recreated }
    }
    case 'unverified':
      return kind === 'self-heal' && compared.live !== 'no'
        ? { action: 'skip', key, reason: 'unverified' }
        : { action: 'apply', key, reason: creates ? 'create-namespace' : 'unverified' }
    case 'inSync':
      return { action: 'skip', key, reason: 'in-sync' }
    case 'rejected':
    case 'extraneous':
      return { action: 'none' }
  }
}

function isDifferent({ kind }: ObjectComparison): boolean {
  return kind === 'missing' || kind === 'drifted' || kind === 'unverified'
}

function hookTask({ key, phase, wave, deletePolicies }: PlannedHook): PlanTask {
  return { key, phase, wave, isHook: true, step: { action: 'createHook', key, deletePolicies } }
}

function skippedHooks(hooks: readonly PlannedHook[], kind: PlanInput['kind']): readonly SkipStep[] {
  const isPartial = kind === 'self-heal' || kind === 'prune'
  const reason = isPartial ? 'no-hooks-on-self-heal' : 'nothing-to-sync'
  return hooks.map(({ key }) => ({ action: 'skip', key, reason }))
}

function toPhases(tasks: readonly PlanTask[], waited: ReadonlySet<PlanTask>): readonly PlannedPhase[] {
  const waves = groupWaves(tasks)
  return syncPhases.flatMap((phase) => {
    const own = waves.filter((wave) => wave.phase === phase)
    return own.length === 0
      ? []
      : [{ phase, waves: own.map(({ wave, tasks: members }) => toWave(wave, members, waited)) }]
  })
}

function toWave(wave: number, tasks: readonly PlanTask[], waited: ReadonlySet<PlanTask>): PlannedWave {
  const watch = tasks.filter((task) => waited.has(task)).map(({ key }) => key)
  return { wave, steps: tasks.flatMap(stepsOf), ...(watch.length === 0 ? {} : { watch }) }
}

function stepsOf({ step }: PlanTask): readonly (ApplyStep | HookStep)[] {
  return step.action === 'apply' || step.action === 'createHook' ? [step] : []
}

function bySkippedKey(skips: readonly SkipStep[]): readonly SkipStep[] {
  return skips.toSorted((a, b) => compareKeys(a.key, b.key))
}
