import type { DeclarationProblem } from '../apps/application.ts'
import type { PlumblineError } from '../errors.ts'
import { present } from '../settings/present.ts'
import type { ReportProblem } from './report.ts'

/** An error as the report shows it: the place that its message begins with is told by `file` and `line` alone. */
export function problemOfError(error: PlumblineError): ReportProblem {
  const { code, turn, retryable, subject } = error
  const { file, line, field, object } = subject
  const message = withoutPlace(error.message, file, line)
  return { code, message, turn, retryable, ...present({ file, line, field, object }) }
}

/** `root/shop.yaml:12: ` where it stands in a file, and the message. */
export function placedMessage({
  file,
  line,
  message,
}: Pick<ReportProblem, 'file' | 'line' | 'message'>): string {
  if (file === undefined) return message
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`
}

function withoutPlace(message: string, file: string | undefined, line: number | undefined): string {
  if (file === undefined) return message
  const place = [`${file}:${line}: `, `${file}: `].find((prefix) => message.startsWith(prefix))
  return place === undefined ? message : message.slice(place.length)
}

/** What is wrong with a declaration is its author's to mend. */
export function problemOfDeclaration(problem: DeclarationProblem): ReportProblem {
  const { code, message, file, line, field, warning, passing = false } = problem
  const turn = passing ? 'platform' : 'author'
  return { code, message, turn, retryable: passing, file, line, ...present({ field, warning }) }
}
