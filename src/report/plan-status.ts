import { shortSha } from '../git/commit.ts'
import type { CommitStatus } from '../githost/feedback.ts'
import type { ApplicationPreview, Preview } from './preview.ts'
import { signsOf, tallyOf } from './preview-tally.ts'
import { applicationVerdict, awaitsAcknowledgement, isBlocking, previewVerdict } from './preview-verdict.ts'
import { count, printable, shorten } from './printable.ts'
import type { ReportProblem, Verdict } from './report.ts'
import { placedMessage } from './report-problem.ts'
import { isWorse, verdictOfProblem, worstVerdict } from './verdict.ts'

export const planContext = 'plumbline/plan'

/** GitHub’s limit, and the shortest of all hosts. Reference: githosts section 1.5. */
const longest = 140

/** Hosts count writes: with more applications than this only the aggregate is written. */
const mostApplications = 20

/** The first write, before anything is rendered. */
export function startedPlanStatus(): CommitStatus {
  return { context: planContext, state: 'pending', description: 'planning what merging this would do' }
}

/**
 * What a preview says on the head: a status for each application, and the aggregate last, so that it ends them. A status
 * belongs to the head and not to a pull request: where others have it too, each says the worst of them, and of which.
 */
export function planStatuses(preview: Preview, others: readonly Preview[] = []): readonly CommitStatus[] {
  const previews = [preview, ...others]
  const contexts = [...contextsOf(previews)]
  const each = contexts.length > mostApplications ? [] : contexts
  const on = { head: preview.head, isShared: others.length > 0 }
  const before = on.isShared ? [`${previews.length} pull requests`] : []
  return [
    ...each.map((context) => applicationStatus(on, context, previews)),
    status(on, planContext, previews.map(ofAll), before),
  ]
}

/** Of how many pull requests the aggregate of a head tells. */
export function plannedTogether({ description }: CommitStatus): number {
  return Number(/^(?<amount>\d{1,4}) pull requests · /u.exec(description)?.groups?.amount ?? 1)
}

/**
 * What an earlier plan has said of applications on these clusters that no pull request with this head touches any more.
 * Only where all that are touched are known.
 */
export function leftStatuses(
  previews: readonly Preview[],
  standing: readonly CommitStatus[],
  clusters: readonly string[],
): readonly CommitStatus[] {
  if (previews.some(({ needsUpdate, problems }) => needsUpdate.length > 0 || problems.some(isBlocking)))
    return []
  const told = new Set([...contextsOf(previews)].map((context) => context.toLowerCase()))
  const places = clusters.map((cluster) => `${printable(`${planContext}: ${cluster}`)}/`)
  return standing
    .filter(({ context, state }) => state !== 'success' && places.some((place) => context.startsWith(place)))
    .filter(({ context }) => !told.has(context.toLowerCase()))
    .map(({ context }) => ({ context, state: 'success', description: 'not touched any more' }))
}

function contextsOf(previews: readonly Preview[]): ReadonlySet<string> {
  return new Set(previews.flatMap(({ applications }) => applications.map(contextOf)))
}

function contextOf({ cluster, name }: ApplicationPreview): string {
  return printable(`${planContext}: ${cluster}/${name}`)
}

/** What one pull request has to say in a status. */
interface Said {
  readonly number: number
  readonly state: Verdict
  readonly parts: readonly string[]
}

interface Head {
  readonly head: Preview['head']
  /** By more pull requests than one: texts name which. */
  readonly isShared: boolean
}

function applicationStatus(on: Head, context: string, previews: readonly Preview[]): CommitStatus {
  const said = previews.flatMap((preview) =>
    preview.applications
      .filter((application) => contextOf(application) === context)
      .map((application) => ofApplication(preview, application)),
  )
  return status(on, context, said)
}

function ofApplication(preview: Preview, application: ApplicationPreview): Said {
  const parts = [...problemPart(application.problems), ...effects(preview, [application])]
  return { number: preview.number, state: applicationVerdict(application), parts }
}

function ofAll(preview: Preview): Said {
  const { applications, needsUpdate } = preview
  const problems = [...preview.problems, ...applications.flatMap((application) => application.problems)]
  const update = needsUpdate.length === 0 ? [] : [`needs update: ${count(needsUpdate.length, 'path')}`]
  const parts =
    applications.length === 0
      ? ['no application is touched']
      : [`${count(applications.length, 'app')}: ${effects(preview, applications).join(' · ')}`]
  return {
    number: preview.number,
    state: previewVerdict(preview),
    parts: [...problemPart(problems), ...update, ...parts],
  }
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

/** The worst come first; the commit ends every description, whatever has to be cut before it. */
function status(
  { head, isShared }: Head,
  context: string,
  said: readonly Said[],
  before: readonly string[] = [],
): CommitStatus {
  const texts = said
    .toSorted(
      (a, b) => Number(isWorse(b.state, a.state)) - Number(isWorse(a.state, b.state)) || a.number - b.number,
    )
    .map(({ number, parts }) => `${isShared ? `#${number}: ` : ''}${parts.join(' · ')}`)
  const end = ` · ${shortSha(head)}`
  const text = shorten(printable([...before, ...texts].join(' · ')), longest - end.length)
  return { context, state: worstVerdict(said.map(({ state }) => state)), description: `${text}${end}` }
}
