import { hookAnnotation } from '../kube/annotations.ts'
import { getOwn } from '../kube/json.ts'
import type { StringMap } from '../kube/manifest.ts'

/** What an object can say of when it runs. `PreDelete` and `PostDelete` are no part of a sync. */
export type HookType = 'PreSync' | 'Sync' | 'PostSync' | 'SyncFail' | 'Skip' | 'PreDelete' | 'PostDelete'

/** Anything with annotations: a manifest or a live object. */
export interface Annotated {
  readonly metadata: { readonly annotations?: StringMap }
}

export const helmHookAnnotation = 'helm.sh/hook'

export const hookTypes: ReadonlyMap<string, HookType> = new Map<string, HookType>([
  ['PreSync', 'PreSync'],
  ['Sync', 'Sync'],
  ['PostSync', 'PostSync'],
  ['SyncFail', 'SyncFail'],
  ['Skip', 'Skip'],
  ['PreDelete', 'PreDelete'],
  ['PostDelete', 'PostDelete'],
])

const helmHookTypes: ReadonlyMap<string, HookType> = new Map<string, HookType>([
  ['pre-install', 'PreSync'],
  ['pre-upgrade', 'PreSync'],
  ['post-install', 'PostSync'],
  ['post-upgrade', 'PostSync'],
  ['pre-delete', 'PreDelete'],
  ['post-delete', 'PostDelete'],
])

/** All that Helm knows; some of them name no phase here. Source: helm.sh/docs/topics/charts_hooks. */
export const helmHookWords: readonly string[] = [
  ...helmHookTypes.keys(),
  'pre-rollback',
  'post-rollback',
  'test',
  'test-success',
  'test-failure',
  'crd-install',
]

/**
 * The valid types of a hook, in the order written; Helm's annotation counts where Argo CD's names none. Source: argo-cd
 * gitops-engine/pkg/sync/hook/hook.go.
 */
export function hookTypesOf(object: Annotated): readonly HookType[] {
  const own = typesNamed(object, hookAnnotation, hookTypes)
  return own.length > 0 ? own : typesNamed(object, helmHookAnnotation, helmHookTypes)
}

/** Never applied and without a sync status: `Skip` is the only type it names. */
export function isSkipped(object: Annotated): boolean {
  const types = hookTypesOf(object)
  return types.length === 1 && types[0] === 'Skip'
}

/** Hooks are created in their phase; they are not compared and not pruned. One that names no valid type never runs. */
export function isHook(object: Annotated): boolean {
  if (annotation(object, hookAnnotation) !== undefined) return !isSkipped(object)
  const helm = annotation(object, helmHookAnnotation)
  return helm !== undefined && helm !== 'crd-install'
}

/** The entries of an annotation that holds a list with commas. */
export function listedIn(object: Annotated, name: string): readonly string[] {
  const entries = (annotation(object, name) ?? '').split(',').map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}

export function annotation(object: Annotated, name: string): string | undefined {
  const text: unknown = getOwn(object.metadata.annotations ?? {}, name)
  return typeof text === 'string' ? text : undefined
}

function typesNamed(
  object: Annotated,
  name: string,
  types: ReadonlyMap<string, HookType>,
): readonly HookType[] {
  const named = listedIn(object, name).flatMap((entry) => types.get(entry) ?? [])
  return [...new Set(named)]
}
