import type { Application } from '../apps/application.ts'
import type { Extraneous } from '../diff/comparison.ts'
import { kindDefinedBy } from '../diff/custom-kinds.ts'
import { annotation } from '../diff/hook-marks.ts'
import { syncOption } from '../diff/sync-option.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import type { Permit } from '../policy/permit.ts'
import { present } from '../settings/present.ts'
import { acknowledgementFor, type BrakeInput, type Deletion } from './acknowledgement.ts'
import type { Neighbours } from './neighbours.ts'
import type { Acknowledgement, PruneStep, SkipReason, SkipStep } from './plan.ts'
import { isSelected, type Selector } from './selection.ts'
import { orderTasks, type Task, waveOf } from './waves.ts'

export interface PrunePlan {
  readonly prune: readonly PruneStep[]
  readonly acknowledgement?: Acknowledgement
  readonly skips: readonly SkipStep[]
}

/** Under which terms a plan may prune. */
export interface Pruning extends Pick<BrakeInput, 'installation' | 'brakes' | 'inventory' | 'acknowledged'> {
  /** By the application's policy, or because a person asked for it. */
  readonly isOn: boolean
}

export interface PruneInput {
  readonly extraneous: readonly Extraneous[]
  /** What is deleted and created again: people agree to both at once. */
  readonly recreations: readonly Deletion[]
  /** By formatted key. */
  readonly live: ReadonlyMap<string, LiveObject>
  readonly application: Pick<Application, 'name' | 'syncPolicy' | 'destination'>
  readonly permit: Permit
  readonly pruning: Pruning
  readonly neighbours: Neighbours
  /** Every kind that was to be listed was. */
  readonly isListed: boolean
  /** Something that the plan does not touch is Degraded or missing: it may need what is not in Git any more. */
  readonly isUnwell: boolean
  /** The only objects that the sync is about. */
  readonly only?: readonly Selector[]
  /** The application itself goes; `confirm` says why people have to agree to each deletion. */
  readonly deletion?: { readonly confirm?: string }
  /** Whether the application declares something in a namespace. */
  readonly uses: (namespace: string) => boolean
}

/** What pruning deletes, in the reverse of the order of a sync, and why each other extraneous object stays. */
export function planPrune(input: PruneInput): PrunePlan {
  const judged = input.extraneous.map((object) => ({ object, reason: reasonToStay(object, input) }))
  const candidates = judged.filter(({ reason }) => reason === undefined).map(({ object }) => object)
  const { pruning, application, recreations } = input
  const acknowledgement = acknowledgementFor({
    ...pruning,
    application: application.name,
    recreations,
    candidates: candidates.map((object) => ({
      ...object,
      ...present({ confirm: whyConfirm(object, input) }),
    })),
  })
  const waiting = new Set(acknowledgement?.given === false ? acknowledgement.objects.map(formatKey) : [])
  const staying = judged.map(({ object: { key }, reason }) => ({
    key,
    reason: reason ?? (waiting.has(formatKey(key)) ? 'awaits-acknowledgement' : undefined),
  }))
  return {
    prune: inReverse(
      candidates.filter(({ key }) => !waiting.has(formatKey(key))),
      input,
    ),
    skips: staying.flatMap(({ key, reason }) =>
      reason === undefined ? [] : [{ action: 'skip' as const, key, reason }],
    ),
    ...(acknowledgement === undefined ? {} : { acknowledgement }),
  }
}

function reasonToStay(object: Extraneous, input: PruneInput): SkipReason | undefined {
  const { permit, pruning, neighbours } = input
  if (object.kept !== undefined) return object.kept
  if (!pruning.isOn) return 'prune-not-enabled'
  if (input.only !== undefined && !isSelected(input.only, object.key)) return 'not-selected'
  if (isSpared(object, input)) return input.deletion ? 'delete-disabled' : 'prune-disabled-by-option'
  if (permit(object.key, object.key.namespace !== '') !== undefined) return 'not-permitted'
  if (!neighbours.isComplete) return 'roster-incomplete'
  if (!input.isListed) return 'listing-incomplete'
  if (isNamespaceInUse(object.key, input)) return 'namespace-in-use'
  return input.isUnwell ? 'waits-for-health' : undefined
}

type Option = 'Prune' | 'Delete'

function optionOn(name: Option, { key }: Extraneous, { live, application }: PruneInput): string | undefined {
  return syncOption(name, application.syncPolicy.options, live.get(formatKey(key)))
}

/** When an application goes, Argo CD asks for `Delete=false` alone, and Helm for its own annotation. */
function isSpared(object: Extraneous, input: PruneInput): boolean {
  if (input.deletion === undefined) return optionOn('Prune', object, input) === 'false'
  const live = input.live.get(formatKey(object.key))
  const isKept = live !== undefined && annotation(live, 'helm.sh/resource-policy')?.trim() === 'keep'
  return isKept || optionOn('Delete', object, input) === 'false'
}

function whyConfirm(object: Extraneous, input: PruneInput): string | undefined {
  const options: readonly Option[] = input.deletion === undefined ? ['Prune'] : ['Delete', 'Prune']
  const asks = options.some((name) => optionOn(name, object, input) === 'confirm')
  return asks ? 'asks for a confirmation' : input.deletion?.confirm
}

/** Deleting it would take along what Git still wants. */
function isNamespaceInUse({ group, kind, name }: ObjectKey, { uses, neighbours }: PruneInput): boolean {
  return group === '' && kind === 'Namespace' && (uses(name) || neighbours.use(name))
}

interface PruneTask extends Task {
  readonly uid: string
}

function inReverse(
  extraneous: readonly Extraneous[],
  { live, application }: PruneInput,
): readonly PruneStep[] {
  const tasks = extraneous.map(({ key, uid }) => pruneTask(key, uid, live.get(formatKey(key))))
  const steps = orderTasks(tasks, application.destination.namespace)
    .toReversed()
    .map(({ key, uid, wave }): PruneStep => ({ action: 'prune', key, uid, wave }))
  const isLast = ({ key }: PruneStep) => syncOption('PruneLast', [], live.get(formatKey(key))) === 'true'
  const after = Math.min(...steps.map(({ wave }) => wave)) - 1
  return [
    ...steps.filter((step) => !isLast(step)),
    ...steps.filter(isLast).map((step) => ({ ...step, wave: after })),
  ]
}

function pruneTask(key: Extraneous['key'], uid: string, live: LiveObject | undefined): PruneTask {
  const task: PruneTask = { key, uid, phase: 'Sync', wave: live === undefined ? 0 : waveOf(live) }
  const defines = live === undefined ? undefined : kindDefinedBy(live)
  return defines === undefined ? task : { ...task, defines }
}
