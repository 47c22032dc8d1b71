import type { ApplicationPreview, Preview } from './preview.ts'
import type { ReportProblem, Verdict } from './report.ts'
import { verdictOfProblem, worstVerdict } from './verdict.ts'

/** What `plumbline/plan` says of it. Design D12a; it is never pending. */
export function previewVerdict(preview: Preview): Verdict {
  return worstVerdict([
    preview.needsUpdate.length > 0 ? 'failure' : 'success',
    ...preview.problems.map(verdictOfProblem),
    ...preview.applications.map(applicationVerdict),
  ])
}

export function applicationVerdict(application: ApplicationPreview): Verdict {
  const isRejected = application.objects.some(({ action }) => action === 'reject')
  return worstVerdict([
    isRejected || awaitsAcknowledgement(application) ? 'failure' : 'success',
    ...application.problems.map(verdictOfProblem),
  ])
}

export function awaitsAcknowledgement({ acknowledgement }: ApplicationPreview): boolean {
  return acknowledgement !== undefined && !acknowledgement.given
}

export function isBlocking(problem: ReportProblem): boolean {
  return problem.warning !== true
}
