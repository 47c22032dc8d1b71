import type { DeclarationProblem } from '../apps/application.ts'
import type { PlumblineError } from '../errors.ts'
import { present } from '../settings/present.ts'
import type { ReportProblem } from './report.ts'

/** An error as the report shows it. */
export function problemOfError(error: PlumblineError): ReportProblem {
  const { code, message, turn, retryable, subject } = error
  const { file, line, field, object } = subject
  return { code, message, turn, retryable, ...present({ file, line, field, object }) }
}

/** What is wrong with a declaration is its author's to mend. */
export function problemOfDeclaration(problem: DeclarationProblem): ReportProblem {
  const { code, message, file, line, field, warning } = problem
  return { code, message, turn: 'author', retryable: false, file, line, ...present({ field, warning }) }
}
