import type { ApplicationPreview, ObjectPreview, Preview } from '../preview.ts'
import { isBlocking } from '../preview-verdict.ts'
import type { ReportProblem } from '../report.ts'
import { verdictOfProblem } from '../verdict.ts'
import { applicationName, objectName, problemText, someOf } from './names.ts'
import { rejectionText } from './object-entry.ts'
import { inOrder } from './order.ts'

/** Why the status is not green, one line each. */
export function blockerLines(
  { needsUpdate, problems }: Preview,
  applications: readonly ApplicationPreview[],
): readonly string[] {
  const update = `- ❌ The branch has to be updated first. Changed on both sides: ${someOf(needsUpdate, 10)}`
  return [
    ...(needsUpdate.length === 0 ? [] : [update]),
    ...problems.filter(isBlocking).map((problem) => problemLine(problem)),
    ...applications.flatMap(applicationBlockers),
  ]
}

function applicationBlockers(application: ApplicationPreview): readonly string[] {
  return [
    ...application.problems.filter(isBlocking).map((problem) => problemLine(problem, application)),
    ...application.objects
      .filter(({ rejected }) => rejected !== undefined)
      .map((object) => rejection(object, application)),
  ]
}

function problemLine(problem: ReportProblem, application?: ApplicationPreview): string {
  const icon = verdictOfProblem(problem) === 'error' ? '❓' : '❌'
  const subject = application ? `${applicationName(application)}: ` : ''
  return `- ${icon} ${subject}${problemText(problem)}`
}

function rejection(object: ObjectPreview, application: ApplicationPreview): string {
  const why = object.rejected ? ` ${rejectionText(object.rejected)}` : ''
  return `- ❌ ${applicationName(application)}: ${objectName(object)} would be rejected${why}`
}

/** What only informs, one line each; also of what a sync would do nothing to. */
export function warningLines({ problems, applications }: Preview): readonly string[] {
  const isWarning = (problem: ReportProblem): boolean => !isBlocking(problem)
  return [
    ...problems.filter(isWarning).map((problem) => `- ⚠️ ${problemText(problem)}`),
    ...inOrder(applications).flatMap((application) =>
      application.problems
        .filter(isWarning)
        .map((problem) => `- ⚠️ ${applicationName(application)}: ${problemText(problem)}`),
    ),
  ]
}
