import type { Extraneous } from '../diff/comparison.ts'
import { compareText, formatKey, type ObjectKey } from '../kube/object-key.ts'
import { sha256Hex } from '../kube/sha256.ts'
import type { Acknowledgement } from './plan.ts'

export interface BrakeInput {
  readonly installation: string
  readonly application: string
  /** Everything that would be deleted. */
  readonly candidates: readonly Extraneous[]
  readonly brakes: { readonly pruneObjects: number; readonly pruneShare: number }
  /** Live objects of the inventory, the candidates among them. */
  readonly inventory: number
  /** Digests that people have agreed to. */
  readonly acknowledged: ReadonlySet<string>
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
  const tooMany = whyTooMany(input)
  const guarded = input.candidates.filter(({ key }) => isProtected(key))
  const needed = tooMany === undefined ? guarded : input.candidates
  if (needed.length === 0) return undefined
  const digest = digestOf(input, needed)
  const reasons = guarded.map(({ key }) => `${formatKey(key)} is of a protected kind`)
  return {
    digest,
    given: input.acknowledged.has(digest),
    objects: needed.map(({ key }) => key).toSorted((a, b) => compareText(formatKey(a), formatKey(b))),
    reasons: [...(tooMany === undefined ? [] : [tooMany]), ...reasons.toSorted(compareText)],
  }
}

function whyTooMany({ candidates, brakes, inventory }: BrakeInput): string | undefined {
  const { length } = candidates
  if (length > brakes.pruneObjects)
    return `${length} objects would be deleted, more than ${brakes.pruneObjects}`
  if (inventory < smallestShared || length <= brakes.pruneShare * inventory) return undefined
  return `${length} of ${inventory} objects would be deleted, more than ${Math.round(brakes.pruneShare * 100)}%`
}

function isProtected({ group, kind }: ObjectKey): boolean {
  return protectedKinds.includes(`${group}/${kind}`)
}

/** 20 hex digits, the same before a merge and after it: a uid is never given twice, so it is good for one deletion. */
function digestOf({ installation, application }: BrakeInput, needed: readonly Extraneous[]): string {
  const deletions = needed
    .map(({ key, uid }) => JSON.stringify([key.group, key.kind, key.namespace, key.name, uid, 'prune']))
    .toSorted(compareText)
  return sha256Hex(JSON.stringify([installation, application, ...deletions])).slice(0, 20)
}
