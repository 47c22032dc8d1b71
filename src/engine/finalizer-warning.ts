import type { Application } from '../apps/application.ts'
import type { ReportProblem } from '../report/report.ts'

/** What the resources finalizer asks for is not done yet: that is said before somebody counts on it. */
export function finalizerWarning({ deletesResources }: Application): readonly ReportProblem[] {
  if (!deletesResources) return []
  const message =
    'the resources finalizer has no effect yet: its objects stay when the declaration goes; delete them by hand'
  return [
    {
      code: 'finalizer-without-effect',
      message,
      turn: 'author',
      retryable: false,
      field: 'metadata.finalizers',
      warning: true,
    },
  ]
}
