import { shortSha } from '../git/commit.ts'
import type { CommitStatus } from '../githost/feedback.ts'
import type { ApplicationPreview, Preview } from './preview.ts'
import { signsOf, tallyOf } from './preview-tally.ts'
import { applicationVerdict, awaitsAcknowledgement, isBlocking, previewVerdict } from './preview-verdict.ts'
import { count, printable, shorten } from './printable.ts'
import type { ReportProblem, Verdict } from './report.ts'
import { placedMessage } from './report-problem.ts'
import { isWorse, verdictOfProblem } from './verdict.ts'

export const planContext = 'plumbline/plan'

/** GitHub’s limit, and the shortest of all hosts. Reference: githosts section 1.5. */
const longest = 140

/** Hosts count writes: with more applications than this only the aggregate is written. */
const mostApplications = 20

/** The first write, before anything is rendered. */
export function startedPlanStatus(): CommitStatus {
  return { context: planContext, state: 'pending', description: 'planning what merging this would do' }
}

/** What a preview says on the head: a status for each application, and the aggregate last, so that it ends them. */
export function planStatuses(preview: Preview): readonly CommitStatus[] {
  const { applications } = preview
  const each = applications.length > mostApplications ? [] : applications
  return [...each.map((one) => applicationStatus(preview, one)), aggregateStatus(preview)]
}

function applicationStatus(preview: Preview, application: ApplicationPreview): CommitStatus {
  const context = printable(`${planContext}: ${application.cluster}/${application.name}`)
  const parts = [...problemPart(application.problems), ...effects(preview, [application])]
  return status(preview, context, applicationVerdict(application), parts)
}

function aggregateStatus(preview: Preview): CommitStatus {
  const { applications, needsUpdate } = preview
  const problems = [...preview.problems, ...applications.flatMap((application) => application.problems)]
  const update = needsUpdate.length === 0 ? [] : [`needs update: ${count(needsUpdate.length, 'path')}`]
  const parts =
    applications.length === 0
      ? ['no application is touched']
      : [`${count(applications.length, 'app')}: ${effects(preview, applications).join(' · ')}`]
  return status(preview, planContext, previewVerdict(preview), [
    ...problemPart(problems),
    ...update,
    ...parts,
  ])
}

/** The worst first: what could not be found out hides what is known. */
function problemPart(problems: readonly ReportProblem[]): readonly string[] {
  const blocking = problems.filter(isBlocking)
  const worst = blocking.reduce<ReportProblem | undefined>((found, next) => {
    return found && !isWorse(verdictOfProblem(next), verdictOfProblem(found)) ? found : next
  }, undefined)
  if (!worst) return []
  const more = blocking.length === 1 ? '' : ` (and ${count(blocking.length - 1, 'more problem')})`
  return [`${shorten(printable(placedMessage(worst)), 80)}${more}`]
}

function effects({ depth }: Preview, applications: readonly ApplicationPreview[]): readonly string[] {
  const tally = tallyOf(applications)
  const signs = signsOf(tally)
  const waiting = applications.filter(awaitsAcknowledgement).length
  const parts: readonly (readonly [number, string])[] = [
    [tally.rejected, `${tally.rejected} would be rejected`],
    [waiting, 'needs an acknowledgement'],
    [signs === '' && tally.rejected > 0 ? 0 : 1, signs || 'no change'],
    [tally.overwritten, `${count(tally.overwritten, 'live edit')} overwritten`],
    [tally.unverified, `${tally.unverified} unverified`],
    [depth === 'rendered' ? 1 : 0, 'rendered only'],
  ]
  return parts.flatMap(([amount, text]) => (amount === 0 ? [] : [text]))
}

/** The commit ends every description, whatever has to be cut before it. */
function status({ head }: Preview, context: string, state: Verdict, parts: readonly string[]): CommitStatus {
  const end = ` · ${shortSha(head)}`
  const text = shorten(printable(parts.join(' · ')), longest - end.length)
  return { context, state, description: `${text}${end}` }
}
