import { whyContradicted, whyNotHonoured } from '../apps/sync-options.ts'
import type { Comparison, Rejected } from '../diff/comparison.ts'
import { isDefinition } from '../diff/custom-kinds.ts'
import type { Desired, Duplicate } from '../diff/desired-objects.ts'
import { optionsOf, syncOption } from '../diff/sync-option.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { compareKeys, formatKey, type ObjectKey } from '../kube/object-key.ts'
import { markOf } from '../kube/tracking.ts'
import { describeClaim, otherGitOpsManager } from '../policy/other-gitops-manager.ts'
import type { Permit } from '../policy/permit.ts'
import type { Neighbours } from './neighbours.ts'
import type { PlanBlock } from './plan.ts'
import type { PlannedHook } from './planned-hooks.ts'

export interface BlockInput {
  readonly desired: Desired
  /** The runs of all hooks, whether this plan has them or not. */
  readonly hooks: readonly PlannedHook[]
  readonly comparison: Comparison
  /** By formatted key. */
  readonly live: ReadonlyMap<string, LiveObject>
  readonly mode: 'observe' | 'sync'
  readonly permit: Permit
  readonly neighbours: Neighbours
}

/** Everything that forbids the sync, all of it at once, so that it can be put right in one go. */
export function planBlocks(input: BlockInput): readonly PlanBlock[] {
  return [
    ...observed(input),
    ...emptyRender(input),
    ...byKey(duplicates(input)),
    ...byKey(unsupportedOptions(input)),
    ...byKey(notPermitted(input)),
    ...byKey(managedElsewhere(input)),
    ...byKey(notListed(input)),
    ...byKey(shared(input)),
    ...byKey(strangers(input)),
    ...byKey(rejected(input)),
  ]
}

function observed({ mode, desired }: BlockInput): readonly PlanBlock[] {
  if (mode === 'sync') return []
  const message = `${desired.application.name}: its root only observes; set mode: sync to let it write`
  return [{ code: 'observe-mode', message }]
}

function emptyRender({ desired }: BlockInput): readonly PlanBlock[] {
  const { application, isEmpty } = desired
  if (!isEmpty || application.syncPolicy.automated?.allowEmpty === true) return []
  const message = `${application.name}: nothing was rendered; check the source path, or set allowEmpty`
  return [{ code: 'empty-render', message }]
}

function duplicates({ desired, hooks }: BlockInput): readonly KeyedBlock[] {
  const declared = desired.duplicates.map(({ key, origins }) =>
    duplicate(key, `is declared ${origins.length} times (${formatOrigins(origins)}); keep one`),
  )
  const runs = new Map<string, PlannedHook>()
  const generated: KeyedBlock[] = []
  for (const hook of hooks) {
    const run = `${hook.phase} ${formatKey(hook.key)}`
    if (runs.has(run)) generated.push(duplicate(hook.key, `is the generated name of two hooks; change one`))
    runs.set(run, hook)
  }
  return [...declared, ...generated]
}

function duplicate(key: ObjectKey, what: string): KeyedBlock {
  return { code: 'duplicate-object', key, message: `${formatKey(key)} ${what}` }
}

function formatOrigins(origins: Duplicate['origins']): string {
  return origins.map(({ path, line }) => `${path}:${line}`).join(', ')
}

/** An option that is not understood may be the one that keeps something from being deleted. */
function unsupportedOptions({ desired }: BlockInput): readonly KeyedBlock[] {
  return [...desired.objects, ...desired.hooks].flatMap(({ key, manifest }) =>
    optionsOf(manifest).flatMap((option, _, all): readonly KeyedBlock[] => {
      const why = whyNotHonoured(option, 'object') ?? whyContradicted(option, all)
      if (why === undefined) return []
      const shown = JSON.stringify(option.slice(0, 60))
      return [{ code: 'unsupported-option', key, message: `${formatKey(key)}: sync option ${shown} ${why}` }]
    }),
  )
}

function notPermitted({ desired, hooks, comparison, permit }: BlockInput): readonly KeyedBlock[] {
  const asked = new Map([...desired.objects, ...hooks].map((object) => [formatKey(object.key), object]))
  const wanted = comparison.objects.filter(
    ({ kind, key }) => kind !== 'extraneous' && !asked.has(formatKey(key)),
  )
  const all = [...asked.values(), ...wanted.map(({ key }) => ({ key, namespaced: key.namespace !== '' }))]
  return all.flatMap(({ key, namespaced }) => {
    const refusal = permit(key, namespaced)
    return refusal === undefined
      ? []
      : [{ code: 'not-permitted', key, message: `${formatKey(key)}: ${refusal}` }]
  })
}

function managedElsewhere({ desired, live }: BlockInput): readonly KeyedBlock[] {
  return desired.objects.flatMap(({ key }) => {
    const found = live.get(formatKey(key))
    const claim = found && otherGitOpsManager(found, desired.application)
    return claim === undefined
      ? []
      : [
          {
            code: 'other-gitops-manager',
            key,
            message: `${formatKey(key)} ${describeClaim(claim, desired.application.name)}`,
          },
        ]
  })
}

/**
 * Two applications that declare one object would take it from each other for ever: only the one whose mark it bears may
 * sync. A CustomResourceDefinition bears no mark, and may be declared by several.
 */
function shared({ desired, live, neighbours }: BlockInput): readonly KeyedBlock[] {
  const { name } = desired.application
  return desired.objects.flatMap(({ key, manifest, origin }): readonly KeyedBlock[] => {
    const others = neighbours.declarersOf(key)
    const [other] = others
    if (other === undefined || isDefinition(manifest)) return []
    if (markOf(live.get(formatKey(key))) === name) return []
    const own = origin === undefined ? [] : [{ application: name, origin }]
    const files = [...own, ...others].map(
      (one) => `${one.application} (${one.origin.path}:${one.origin.line})`,
    )
    const message = `${formatKey(key)} is declared by ${files.join(' and ')}; keep it in one of them`
    return [{ code: 'shared-object', key, message }]
  })
}

/**
 * With `FailOnSharedResource=true`, what bears the mark of an application that nothing here declares. What one that is
 * declared here gives up is handed over.
 */
function strangers({ desired, live, neighbours }: BlockInput): readonly KeyedBlock[] {
  const { name, syncPolicy } = desired.application
  if (syncOption('FailOnSharedResource', syncPolicy.options) !== 'true') return []
  return desired.objects.flatMap(({ key }): readonly KeyedBlock[] => {
    const mark = markOf(live.get(formatKey(key)))
    if (mark === undefined || mark === name || neighbours.knows(mark)) return []
    const whose = `Shared resource found: ${formatKey(key)} is part of application ${mark}, which nothing here declares`
    return [
      { code: 'shared-object', key, message: `${whose}; let it go there, or drop FailOnSharedResource` },
    ]
  })
}

/** Whoever cannot see an object cannot see whose it is. */
function notListed({ comparison }: BlockInput): readonly KeyedBlock[] {
  return comparison.objects.flatMap((object) => {
    const isHidden =
      object.kind === 'unverified' && (object.reason === 'not-listed' || object.reason === 'unreachable')
    if (!isHidden || object.live !== 'unknown') return []
    const { key, message } = object
    return [{ code: 'not-listed', key, message: `${formatKey(key)} could not be read: ${message}` }]
  })
}

function rejected({ comparison }: BlockInput): readonly KeyedBlock[] {
  return comparison.objects.flatMap((object) =>
    object.kind === 'rejected'
      ? [
          {
            code: 'rejected',
            key: object.key,
            message: `${formatKey(object.key)}: ${refusal(object)}; ${object.remedy}`,
          },
        ]
      : [],
  )
}

/** The API server prints the whole value before it says that a field is immutable; a status has no room for that. */
function refusal({ reason, field, message }: Rejected): string {
  return reason === 'immutable' && field !== undefined ? `${field} is immutable` : message
}

interface KeyedBlock extends PlanBlock {
  readonly key: ObjectKey
}

function byKey(blocks: readonly KeyedBlock[]): readonly PlanBlock[] {
  return blocks.toSorted((a, b) => compareKeys(a.key, b.key))
}
