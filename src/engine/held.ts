import type { Held } from '../report/application-facts.ts'
import type { ApplicationReport } from '../report/report.ts'
import type { StoredOperation } from '../sync/operation-record.ts'
import type { Verdict } from './decide.ts'

const progressingSeconds = 15

/** Whether what was decided is more than a report. */
export function isWrite({ kind }: Verdict): boolean {
  return ['sync', 'self-heal', 'prune', 'continue', 'supersede'].includes(kind)
}

/** Why an application is not being synced, as the report tells it. */
export function heldBy(verdict: Verdict, last: StoredOperation | undefined): { readonly held?: Held } {
  const message = last?.operation.message ?? ''
  switch (verdict.kind) {
    case 'nothing':
    case 'report':
      return { held: { reason: verdict.reason, ...(isOfLast(verdict.reason) ? { message } : {}) } }
    case 'later':
      return { held: { reason: verdict.reason, seconds: verdict.seconds, message, ...endOf(last) } }
    case 'continue':
    case 'supersede':
      return { held: { reason: 'sync-under-way', message } }
    case 'sync':
      return { held: { reason: 'sync-due' } }
    case 'self-heal':
    case 'prune':
      return {}
  }
}

function isOfLast(reason: Held['reason']): boolean {
  return reason === 'failed-waits-for-a-new-commit' || reason === 'error-waits-for-a-sync'
}

function endOf(last: StoredOperation | undefined): Pick<Held, 'after'> {
  const phase = last?.operation.phase
  return phase === 'Failed' || phase === 'Error' ? { after: phase } : {}
}

/** What is in sync and not yet healthy is looked at again, its answer is still open; what waits for a person is not. */
export function callAgain(verdict: Verdict, report: ApplicationReport): { readonly callAgainIn?: number } {
  if (verdict.kind === 'later') return { callAgainIn: verdict.seconds }
  const waitsForHealth =
    verdict.kind === 'nothing' && report.verdict === 'pending' && report.sync === 'Synced'
  return waitsForHealth ? { callAgainIn: progressingSeconds } : {}
}
