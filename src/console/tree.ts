import type { ObjectComparison } from '../diff/comparison.ts'
import { ownersOf } from '../engine/descendants.ts'
import type { Family } from '../engine/view-application.ts'
import { assessHealth, isHealthIgnored } from '../health/assess-health.ts'
import type { Health } from '../health/health.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { compareKeys, formatKey, keyOf, type ObjectKey } from '../kube/object-key.ts'
import { isLiveMap } from '../kube/typed-value.ts'

/** An object of an application, with what it owns beneath it. */
export interface TreeNode {
  readonly key: ObjectKey
  /** Absent for what the cluster made of it, which is not in Git. */
  readonly compared?: ObjectComparison
  /** Absent where it says nothing of its health, or is not there. */
  readonly health?: Health
  readonly isHealthIgnored: boolean
  readonly children: readonly TreeNode[]
}

/** Deeper chains of owners are not followed; an object that owns itself by a circle is shown once. */
const deepest = 8

/** By owner as far as it is known: what nobody in sight owns stands at the top, in order of key. */
export function treeOf(compared: readonly ObjectComparison[], { objects }: Family): readonly TreeNode[] {
  const byKey = new Map(compared.map((one) => [formatKey(one.key), one]))
  const own = compared.flatMap(({ key }) => objects.get(formatKey(key)) ?? [])
  const uids = new Set(own.flatMap(({ metadata: { uid } }) => uid ?? []))
  const below = childrenByOwner([...objects.values()].filter((one) => isWorthShowing(one, byKey)))
  const isOwned = (key: ObjectKey) => {
    const live = objects.get(formatKey(key))
    return live !== undefined && ownersOf(live).some((uid) => uids.has(uid) && uid !== live.metadata.uid)
  }
  const roots = compared.filter(({ key }) => !isOwned(key)).map(({ key }) => key)
  return roots.toSorted(compareKeys).map((key) => nodeOf(key, byKey, objects, below, 0))
}

function nodeOf(
  key: ObjectKey,
  byKey: ReadonlyMap<string, ObjectComparison>,
  objects: Family['objects'],
  below: ReadonlyMap<string, readonly LiveObject[]>,
  depth: number,
): TreeNode {
  const live = objects.get(formatKey(key))
  const compared = byKey.get(formatKey(key))
  const health = live && assessHealth(live)
  const owned = depth >= deepest ? [] : (below.get(live?.metadata.uid ?? '') ?? [])
  return {
    key,
    isHealthIgnored: live !== undefined && isHealthIgnored(live),
    children: owned
      .map(keyOf)
      .toSorted(compareKeys)
      .map((child) => nodeOf(child, byKey, objects, below, depth + 1)),
    ...(compared && { compared }),
    ...(health && { health }),
  }
}

function childrenByOwner(objects: readonly LiveObject[]): ReadonlyMap<string, readonly LiveObject[]> {
  const found = new Map<string, LiveObject[]>()
  for (const object of objects) {
    const [owner] = ownersOf(object)
    if (owner === undefined || owner === object.metadata.uid) continue
    const known = found.get(owner)
    if (known === undefined) found.set(owner, [object])
    else known.push(object)
  }
  return found
}

/** Not the ReplicaSets of former revisions, which run nothing. */
function isWorthShowing(object: LiveObject, compared: ReadonlyMap<string, ObjectComparison>): boolean {
  if (object.kind !== 'ReplicaSet' || compared.has(formatKey(keyOf(object)))) return true
  const { spec } = object
  return !(spec !== undefined && isLiveMap(spec) && spec.replicas === 0)
}

export function nodesIn(tree: readonly TreeNode[]): number {
  return tree.reduce((sum, { children }) => sum + 1 + nodesIn(children), 0)
}
