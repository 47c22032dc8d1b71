import { compareText, formatKey, type ObjectKey } from '../kube/object-key.ts'
import { sha256Hex } from '../kube/sha256.ts'
import type { Acknowledgement } from './plan.ts'

export interface BrakeInput {
  readonly installation: string
  readonly application: string
  /** Everything that would be deleted for good. */
  readonly candidates: readonly Deletion[]
  /** Everything that would be deleted and created again. */
  readonly recreations: readonly Deletion[]
  readonly brakes: { readonly pruneObjects: number; readonly pruneShare: number }
  /** Live objects of the inventory, the candidates among them. */
  readonly inventory: number
  /** Digests that people have agreed to. */
  readonly acknowledged: ReadonlySet<string>
}

/** One object that goes. */
export interface Deletion {
  readonly key: ObjectKey
  readonly uid: string
  /** Why people have to agree to it whatever it is: `Prune=confirm` is set on it. */
  readonly confirm?: string
}

/** Their deletion takes data or everything in them along. */
const protectedKinds: readonly string[] = [
  '/Namespace',
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  'apps/StatefulSet',
  'apiextensions.k8s.io/CustomResourceDefinition',
]

/** A share says nothing of fewer objects. */
const smallestShared = 10

/** What people have to agree to: every deletion when there are too many, else those of protected kinds. Design D9. */
export function acknowledgementFor(input: BrakeInput): Acknowledgement | undefined {
  const needs = [
    ...neededOf('prune', input.candidates, input),
    ...neededOf('recreate', input.recreations, input),
  ]
  if (needs.length === 0) return undefined
  const digest = digestOf(input, needs)
  const reasons = new Set(needs.flatMap(({ reasons: some }) => some))
  return {
    digest,
    given: input.acknowledged.has(digest),
    objects: needs.map(({ key }) => key).toSorted((a, b) => compareText(formatKey(a), formatKey(b))),
    reasons: [...reasons],
  }
}

type DeletingAction = 'prune' | 'recreate'

interface Needed extends Deletion {
  readonly action: DeletingAction
  /** Why; the first of all is what is said of their number. */
  readonly reasons: readonly string[]
}

function neededOf(
  action: DeletingAction,
  deletions: readonly Deletion[],
  input: BrakeInput,
): readonly Needed[] {
  const tooMany = whyTooMany(action, deletions.length, input)
  return deletions
    .toSorted((a, b) => compareText(formatKey(a.key), formatKey(b.key)))
    .flatMap((deletion) => {
      const guard = whyGuarded(deletion)
      const reasons = [tooMany, guard].filter((reason) => reason !== undefined)
      return reasons.length === 0 ? [] : [{ ...deletion, action, reasons }]
    })
}

const deeds: { readonly [action in DeletingAction]: string } = {
  prune: 'would be deleted',
  recreate: 'would be deleted and created again',
}

function whyTooMany(
  action: DeletingAction,
  length: number,
  { brakes, inventory }: BrakeInput,
): string | undefined {
  const objects = length === 1 ? 'object' : 'objects'
  if (length > brakes.pruneObjects)
    return `${length} ${objects} ${deeds[action]}, more than ${brakes.pruneObjects}`
  if (inventory < smallestShared || length <= brakes.pruneShare * inventory) return undefined
  return `${length} of ${inventory} objects ${deeds[action]}, more than ${Math.round(brakes.pruneShare * 100)}%`
}

function whyGuarded({ key, confirm }: Deletion): string | undefined {
  if (isProtected(key)) return `${formatKey(key)} is of a protected kind`
  return confirm === undefined ? undefined : `${formatKey(key)} ${confirm}`
}

function isProtected({ group, kind }: ObjectKey): boolean {
  return protectedKinds.includes(`${group}/${kind}`)
}

/** 20 hex digits, the same before a merge and after it: a uid is never given twice, so it is good for one deletion. */
function digestOf({ installation, application }: BrakeInput, needed: readonly Needed[]): string {
  const deletions = needed
    .map(({ key, uid, action }) =>
      JSON.stringify([key.group, key.kind, key.namespace, key.name, uid, action]),
    )
    .toSorted(compareText)
  return sha256Hex(JSON.stringify([installation, application, ...deletions])).slice(0, 20)
}
