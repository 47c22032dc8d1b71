import type { HookDeletePolicy } from '../plan/plan.ts'
import type { Action, Clock, Decision } from './decision.ts'
import type { HookRecord, Operation } from './operation.ts'

/**
 * The end of a sync: hooks whose delete policy fits the end are deleted first, all of them only now, each after its
 * completion was recorded. Reference: argocd section 3.
 */
export function endSync(
  operation: Operation,
  phase: 'Succeeded' | 'Failed',
  message: string,
  { now }: Clock,
): Decision {
  const deletions = dueDeletions(operation, phase === 'Succeeded' ? 'HookSucceeded' : 'HookFailed')
  if (deletions.length > 0) return { kind: 'step', operation, actions: [deletions] }
  return {
    kind: 'done',
    operation: { ...operation, phase, message, finishedAt: new Date(now).toISOString() },
  }
}

function dueDeletions({ hooks }: Operation, policy: HookDeletePolicy): readonly Action[] {
  return hooks
    .filter((hook) => hasEnded(hook) && (hook.terminated || hook.deletePolicies.includes(policy)))
    .filter(({ uid, deleted, cleanUpError }) => uid !== '' && !deleted && cleanUpError === undefined)
    .map(({ key, phase, uid, terminated }) => {
      const why = terminated === true ? 'terminated' : 'policy'
      return { do: 'deleteHook', key, phase, uid, why }
    })
}

function hasEnded({ state }: HookRecord): boolean {
  return state === 'succeeded' || state === 'failed'
}
