import { compareText } from '../../kube/object-key.ts'
import type { ApplicationPreview } from '../preview.ts'
import { signsOf, tallyOf } from '../preview-tally.ts'
import { applicationVerdict, isBlocking } from '../preview-verdict.ts'

/** What matters first comes first: blockers, prunes, overwritten live edits, changes; then by name. */
export function inOrder(applications: readonly ApplicationPreview[]): readonly ApplicationPreview[] {
  return applications
    .map((application) => ({ application, rank: rankOf(application) }))
    .sort((a, b) => a.rank - b.rank || compareText(a.application.name, b.application.name))
    .map(({ application }) => application)
}

function rankOf(application: ApplicationPreview): number {
  const tally = tallyOf([application])
  const traits = [
    applicationVerdict(application) !== 'success',
    tally.pruned > 0,
    tally.overwritten > 0,
    signsOf(tally) !== '',
  ]
  const first = traits.indexOf(true)
  return first < 0 ? traits.length : first
}

/** The pull request touches it, and a sync would do nothing new to it. */
export function isUnchanged({
  change,
  objects,
  hooks,
  problems,
  acknowledgement,
}: ApplicationPreview): boolean {
  const isQuiet = objects.length === 0 && hooks.length === 0 && !problems.some(isBlocking)
  return isQuiet && change === 'changed' && acknowledgement === undefined
}
