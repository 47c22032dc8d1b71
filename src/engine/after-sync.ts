import type { ApplicationFacts } from '../report/application-facts.ts'
import { reportApplication } from '../report/application-report.ts'
import type { ApplicationReport } from '../report/report.ts'
import type { HealedField } from '../sync/operation.ts'
import type { Outcome } from '../sync/outcome.ts'
import { contestedNow, seen } from './facts.ts'
import type { Look } from './look.ts'
import { type Setting, see } from './setting.ts'

const unreachableSeconds = 30

interface Told {
  readonly report: ApplicationReport
  /** Seconds after which another call is worth it. */
  readonly callAgainIn?: number
}

interface Synced {
  /** From before it. */
  readonly look: Look
  readonly outcome: Outcome
  readonly healed: readonly HealedField[]
}

/** What is told after a sync is what is there after it. */
export async function afterSync(
  setting: Setting,
  facts: ApplicationFacts,
  { look, outcome, healed }: Synced,
): Promise<Told> {
  if (outcome.phase === 'Running') {
    return { report: reportApplication({ ...facts, outcome }), callAgainIn: outcome.callAgainIn }
  }
  const reportFrom = (now: Look) =>
    reportApplication({ ...facts, ...seen(now), contested: contestedNow(setting, now, healed), outcome })
  if (outcome.phase === 'Succeeded' && outcome.wroteNothing === true) {
    const report = reportFrom(look)
    if (report.verdict === 'success') return { report }
  }
  const report = reportFrom(await see(setting))
  if (outcome.phase === 'Error' && outcome.retryable) return { report, callAgainIn: unreachableSeconds }
  const retry = setting.entry.application.syncPolicy.retry
  const again =
    outcome.phase === 'Failed' && retry !== undefined ? { callAgainIn: retry.backoff.seconds } : {}
  return { report, ...again }
}
