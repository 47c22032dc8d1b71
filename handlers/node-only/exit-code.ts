import { PlumblineError } from '../../src/errors.ts'
import type { ApplicationReport, ReportProblem } from '../../src/report/report.ts'

/** 0 in order, 1 differences or not healthy, 2 input that cannot be used, 3 could not find out. Design D17. */
export type ExitCode = 0 | 1 | 2 | 3

export function exitCodeOfError(error: unknown): ExitCode {
  return error instanceof PlumblineError && (error.turn === 'author' || isSettings(error)) ? 2 : 3
}

/** The worst of what was found: problems first, then what is not Synced and Healthy. */
export function exitCodeOf(
  applications: readonly ApplicationReport[],
  problems: readonly ReportProblem[],
  isAsWished: (application: ApplicationReport) => boolean = isInOrder,
): ExitCode {
  const all = [...problems, ...applications.flatMap((application) => application.problems)]
  const blocking = all.filter(({ warning }) => warning !== true)
  if (blocking.some(({ turn }) => turn !== 'author')) return 3
  if (blocking.length > 0) return 2
  if (applications.some(({ sync, outcome }) => sync === 'Unknown' || outcome?.phase === 'Error')) return 3
  return applications.every(isAsWished) ? 0 : 1
}

/** Synced and Healthy, and no sync of it is under way or has failed. */
export function isInOrder({ verdict }: ApplicationReport): boolean {
  return verdict === 'success'
}

function isSettings(error: PlumblineError): boolean {
  return error.name === 'SettingsError'
}
