import { formatKey, sameKey } from '../kube/object-key.ts'
import type { Action, DeleteHookAction, HookAction } from './decision.ts'
import type { Sighting } from './observed.ts'
import type { HookRecord, ObjectResult, Operation } from './operation.ts'
import { brief } from './settle.ts'

/**
 * How one action went. `refused`: the object's fault, it stays failed. `postponed`: the cluster is not ready for it,
 * a later call tries again until its time-out. `again`: look again before the next try.
 */
export type ActionResult =
  | { readonly kind: 'sent'; readonly sighting: Sighting; readonly note?: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'postponed'; readonly message: string }
  | { readonly kind: 'again' }

/** The operation with one action's result written into it. `now` in milliseconds of Unix time. */
export function fold(operation: Operation, action: Action, result: ActionResult, now: number): Operation {
  const at = new Date(now).toISOString()
  if (action.do === 'apply' || action.do === 'prune') {
    const key = formatKey(action.step.key)
    const foldResult = action.do === 'apply' ? foldApply : foldPrune
    const results = operation.results.map((old) =>
      formatKey(old.key) === key ? foldResult(old, result, at) : old,
    )
    return { ...operation, results }
  }
  const hooks = operation.hooks.map((hook) => foldHook(hook, action, result, at))
  return { ...operation, hooks }
}

function foldApply(old: ObjectResult, result: ActionResult, at: string): ObjectResult {
  switch (result.kind) {
    case 'sent': {
      const { uid, health, deleting } = result.sighting
      const isHealthy = !deleting && (health === undefined || health.status === 'Healthy')
      return { key: old.key, state: isHealthy ? 'healthy' : 'applied', message: result.note ?? '', uid, at }
    }
    case 'refused':
      return { ...old, state: 'failed', message: brief(result.message) }
    case 'postponed':
      return { ...old, message: brief(result.message), at: old.at ?? at }
    case 'done':
    case 'again':
      return old
  }
}

/** A deletion that was sent is done when the object was seen to be gone. */
function foldPrune(old: ObjectResult, result: ActionResult): ObjectResult {
  switch (result.kind) {
    case 'refused':
      return { ...old, state: 'failed', message: brief(result.message) }
    case 'postponed':
      return { ...old, message: brief(result.message) }
    case 'sent':
    case 'done':
    case 'again':
      return old
  }
}

function foldHook(hook: HookRecord, action: HookAction, result: ActionResult, at: string): HookRecord {
  const isItsOwn = hook.phase === action.phase && sameKey(hook.key, keyOfAction(action))
  switch (action.do) {
    case 'createHook':
      return isItsOwn ? foldCreation(hook, result, at) : hook
    case 'releaseHook':
      return isItsOwn ? foldCleanUp(hook, result, { released: true }) : hook
    case 'deleteHook':
      if (action.why !== 'stale') return isItsOwn ? foldCleanUp(hook, result, { deleted: true }) : hook
      if (isItsOwn) return foldStaleDeletion(hook, result)
      return isSameObject(hook, action) && result.kind === 'done' ? { ...hook, deleted: true } : hook
  }
}

function keyOfAction(action: HookAction): HookRecord['key'] {
  return action.do === 'createHook' ? action.step.key : action.key
}

function isSameObject(hook: HookRecord, action: DeleteHookAction): boolean {
  return hook.uid === action.uid && sameKey(hook.key, action.key)
}

function foldCreation(hook: HookRecord, result: ActionResult, at: string): HookRecord {
  switch (result.kind) {
    case 'sent':
      return { ...hook, state: 'running', uid: result.sighting.uid, message: '', startedAt: at }
    case 'refused':
      return { ...hook, state: 'failed', message: brief(result.message) }
    case 'postponed':
      return { ...hook, message: brief(result.message), startedAt: hook.startedAt ?? at }
    case 'done':
    case 'again':
      return hook
  }
}

function foldStaleDeletion(hook: HookRecord, result: ActionResult): HookRecord {
  switch (result.kind) {
    case 'refused':
      return { ...hook, state: 'failed', message: brief(result.message) }
    case 'postponed':
      return { ...hook, message: brief(result.message) }
    case 'sent':
    case 'done':
    case 'again':
      return hook
  }
}

function foldCleanUp(hook: HookRecord, result: ActionResult, done: Partial<HookRecord>): HookRecord {
  switch (result.kind) {
    case 'done':
      return { ...hook, ...done }
    case 'refused':
    case 'postponed':
      return { ...hook, cleanUpError: brief(result.message) }
    case 'sent':
    case 'again':
      return hook
  }
}
