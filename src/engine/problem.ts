import { PlumblineError } from '../errors.ts'
import type { ReportProblem } from '../report/report.ts'

/**
 * An error as people read it. What is not one of ours is a fault of Plumbline itself: its text may hold anything, so
 * only its kind is told.
 */
export function problemOf(error: unknown): ReportProblem {
  if (!(error instanceof PlumblineError)) {
    const name = error instanceof Error ? error.name : 'unknown'
    return {
      code: 'internal',
      message: `Plumbline failed (${name}); its log says more`,
      turn: 'operator',
      retryable: true,
    }
  }
  const { file, line, field, object } = error.subject
  return {
    code: error.code,
    message: error.message,
    turn: error.turn,
    retryable: error.retryable,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(field === undefined ? {} : { field }),
    ...(object === undefined ? {} : { object }),
  }
}
