import type { Application } from '../../src/apps/application.ts'
import type { Discovery } from '../../src/cluster/discovery.ts'
import type { Comparison, ObjectComparison } from '../../src/diff/comparison.ts'
import { createdNamespace, type Desired, desiredObjects } from '../../src/diff/desired-objects.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { formatKey, keyOf, type ObjectKey } from '../../src/kube/object-key.ts'
import type { PlanInput } from '../../src/plan/make-plan.ts'
import { anApplication, aSyncPolicy } from '../support/applications.ts'
import { aSha } from '../support/builders.ts'
import { alone, aPruning } from '../support/pruning.ts'

/** What a plan is made from, as a fixture writes it. */
export interface PlanCase {
  readonly kind?: PlanInput['kind']
  readonly mode?: PlanInput['mode']
  readonly namespace?: string
  /** `exists` or `missing` turns `CreateNamespace` on. */
  readonly createNamespace?: 'exists' | 'missing'
  readonly prune?: boolean
  /** How many live objects the inventory holds. */
  readonly inventory?: number
  readonly allowEmpty?: boolean
  /** Kinds that the application may not write. */
  readonly forbidden?: readonly string[]
  readonly desired?: readonly Manifest[]
  /** How the desired objects compare, by `Kind name`; `missing` where it is not said. */
  readonly compared?: { readonly [object: string]: State }
  readonly live?: readonly LiveObject[]
  /** Live objects that are not desired, by `Kind name`, with the reason to keep them or `candidate`. */
  readonly extraneous?: { readonly [object: string]: string }
}

type State = 'missing' | 'drifted' | 'inSync' | 'rejected' | 'unverified' | 'unverified-missing'

const clusterKinds = ['Namespace', 'ClusterRole', 'CustomResourceDefinition', 'PersistentVolume']

export function planInput(given: PlanCase): PlanInput {
  const desired = desiredObjects(
    {
      application: applicationOf(given),
      commit: { repository: { host: 'forge', owner: 'team', name: 'config' }, sha: aSha('plan') },
      manifests: (given.desired ?? []).map((manifest, index) => ({
        manifest,
        origin: { path: 'shop/all.yaml', line: index + 1 },
      })),
      inputs: [],
      warnings: [],
    },
    discoveryFor(given.desired ?? []),
  )
  const live = given.live ?? []
  return {
    desired,
    comparison: comparisonOf(given, desired),
    live: new Map(live.map((object) => [formatKey(keyOf(object)), object])),
    commit: aSha('plan'),
    kind: given.kind ?? 'sync',
    mode: given.mode ?? 'sync',
    startedAt: '2026-03-04T05:06:07Z',
    pruning: aPruning({ isOn: given.prune ?? false, inventory: given.inventory ?? 0 }),
    neighbours: alone,
    permit: ({ kind }) => (given.forbidden?.includes(kind) ? `${kind} is not allowed here` : undefined),
  }
}

function applicationOf(given: PlanCase): Application {
  const { prune = false, allowEmpty = false } = given
  return anApplication({
    destination: { namespace: given.namespace ?? 'shop' },
    syncPolicy: aSyncPolicy({
      automated: { prune, selfHeal: true, allowEmpty },
      options: given.createNamespace === undefined ? [] : ['CreateNamespace=true'],
    }),
  })
}

function discoveryFor(manifests: readonly Manifest[]): Discovery {
  const kinds = new Map(manifests.map((manifest) => [keyOf(manifest).kind, keyOf(manifest).group]))
  return {
    resources: [...kinds].map(([kind, group]) => ({
      group,
      version: 'v1',
      kind,
      resource: `${kind.toLowerCase()}s`,
      namespaced: !clusterKinds.includes(kind),
      verbs: ['list'],
    })),
    staleGroups: [],
  }
}

function comparisonOf(given: PlanCase, desired: Desired): Comparison {
  const namespace = given.createNamespace === 'missing' ? createdNamespace(desired) : undefined
  const objects = [...(namespace ? [namespace] : []), ...desired.objects].map(({ key }) =>
    compared(key, given.compared?.[shortName(key)] ?? 'missing'),
  )
  return { application: 'shop', objects: [...objects, ...extraneous(given)], unlisted: [] }
}

function extraneous({ extraneous: reasons = {}, live = [] }: PlanCase): readonly ObjectComparison[] {
  return live.map(keyOf).flatMap((key): readonly ObjectComparison[] => {
    const reason = reasons[shortName(key)]
    if (reason === undefined) return []
    const found = { kind: 'extraneous' as const, key, uid: `uid of ${key.name}` }
    return [reason === 'candidate' ? found : { ...found, kept: reason as 'has-owner' }]
  })
}

function compared(key: ObjectKey, state: State): ObjectComparison {
  const uid = `uid of ${key.name}`
  switch (state) {
    case 'missing':
      return { kind: 'missing', key }
    case 'drifted':
      return { kind: 'drifted', key, uid, fields: [] }
    case 'inSync':
      return { kind: 'inSync', key, uid, ignored: [] }
    case 'rejected':
      return {
        kind: 'rejected',
        key,
        reason: 'immutable',
        message: 'field is immutable',
        remedy: 'rename it',
      }
    case 'unverified':
      return { kind: 'unverified', key, reason: 'unreachable', message: '', live: 'yes', fields: [] }
    case 'unverified-missing':
      return { kind: 'unverified', key, reason: 'namespace-in-plan', message: '', live: 'no', fields: [] }
  }
}

function shortName({ kind, name }: ObjectKey): string {
  return `${kind} ${name}`
}
