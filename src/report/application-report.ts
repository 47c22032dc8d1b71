import { present } from '../settings/present.ts'
import type { ApplicationFacts } from './application-facts.ts'
import { judge } from './judge.ts'
import { printable } from './printable.ts'
import type { ApplicationReport } from './report.ts'
import { syncStatusOf } from './sync-status.ts'

/** One application's section of a report; design D12a gives the verdict. */
export function reportApplication(facts: ApplicationFacts): ApplicationReport {
  const { name, cluster, mode, commit, health, comparison, plan, outcome, problems } = facts
  const sync = syncStatusOf(comparison)
  const { verdict, summary } = judge(facts, sync)
  return {
    name,
    cluster,
    sync,
    health,
    mode,
    verdict,
    summary: printable(summary),
    problems,
    ...present({ commit, comparison, plan, outcome }),
  }
}
