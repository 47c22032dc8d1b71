import { PlumblineError } from '../errors.ts'
import type { ReportProblem } from '../report/report.ts'
import { problemOfError } from '../report/report-problem.ts'

/**
 * Whatever was thrown, as people read it. What is not one of our errors is a fault of Plumbline itself: its text may
 * hold anything, so only its kind is told.
 */
export function problemOf(error: unknown): ReportProblem {
  if (error instanceof PlumblineError) return problemOfError(error)
  const name = error instanceof Error ? error.name : 'unknown'
  return {
    code: 'internal',
    message: `Plumbline failed (${name}); its log says more`,
    turn: 'operator',
    retryable: true,
  }
}
