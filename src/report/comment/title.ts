import { shortSha } from '../../git/commit.ts'
import { code, many } from '../markdown.ts'
import type { Preview } from '../preview.ts'
import { signsOf, type Tally, tallyOf } from '../preview-tally.ts'
import { awaitsAcknowledgement, previewVerdict } from '../preview-verdict.ts'
import type { Verdict } from '../report.ts'
import { verdictOfProblem } from '../verdict.ts'
import { isUnchanged } from './order.ts'

/** The verdict first, then what led to it, then how much it is. */
export function titleOf(preview: Preview): string {
  const verdict = previewVerdict(preview)
  const tally = tallyOf(preview.applications)
  const points = [...blockingPoints(preview, tally), ...riskPoints(tally), ...depthPoint(preview)]
  const all = [...points, extent(preview, tally)]
  return `## ${iconOf(verdict, points)} Plan for ${code(shortSha(preview.head))}: ${all.join(', ')}`
}

function iconOf(verdict: Verdict, points: readonly string[]): string {
  if (verdict === 'error') return '❓'
  if (verdict === 'failure') return '❌'
  return points.length > 0 ? '⚠️' : '✅'
}

function blockingPoints({ needsUpdate, problems, applications }: Preview, tally: Tally): readonly string[] {
  const all = [...problems, ...applications.flatMap((application) => application.problems)]
  const amount = (verdict: Verdict): number =>
    all.filter((problem) => verdictOfProblem(problem) === verdict).length
  const waiting = applications.filter(awaitsAcknowledgement).length
  return [
    ...point(amount('error'), (n) => `could not find out all (${many(n, 'problem')})`),
    ...point(needsUpdate.length, () => 'the branch needs an update'),
    ...point(amount('failure'), (n) => many(n, 'problem')),
    ...point(tally.rejected, (n) => `${many(n, 'object')} would be rejected`),
    ...point(waiting, () => 'needs an acknowledgement'),
  ]
}

function riskPoints(tally: Tally): readonly string[] {
  return [
    ...point(tally.pruned, (n) => `${many(n, 'object')} deleted`),
    ...point(tally.recreated, (n) => `${many(n, 'object')} recreated`),
    ...point(tally.overwritten, (n) => `${many(n, 'live edit')} overwritten`),
    ...point(tally.unverified, (n) => `${many(n, 'object')} not verified`),
  ]
}

function depthPoint({ depth }: Preview): readonly string[] {
  return depth === 'rendered' ? ['rendered only'] : []
}

function extent({ applications, depth }: Preview, tally: Tally): string {
  const { created, changed, recreated, pruned, handedOver, rejected } = tally
  const objects = created + changed + recreated + pruned + handedOver + rejected
  const apps = applications.filter((application) => !isUnchanged(application)).length
  if (objects > 0) return `${many(apps, 'app')}, ${many(objects, 'object')}`
  return depth === 'rendered' || signsOf(tally) !== '' ? 'nothing changes' : 'no live effect'
}

function point(amount: number, text: (amount: number) => string): readonly string[] {
  return amount === 0 ? [] : [text(amount)]
}
