import { formatRepository } from '../git/repository.ts'
import { printable } from './printable.ts'
import { applicationText, reportText } from './report-text.ts'
import type { Finding, Orphan, Swept } from './swept.ts'

const findings: Readonly<Record<Finding, string>> = {
  unchanged: 'as it was told',
  'missed-push': 'what it follows has changed, and was never heard of',
  due: 'there was something to do',
  changed: 'it stands otherwise than was told',
  'not-known': 'it could not be looked at, what was told stands',
}

/** A pass as people read it in a terminal: what was found of each application, and how it stands after it. */
export function sweptText({ applications, problems, orphans, pullRequests, skipped }: Swept): string {
  return [
    reportText({ applications: [], problems }),
    ...applications.map(({ found, report }) => `${findings[found]}: ${applicationText(report)}`),
    ...orphans.map(orphanText),
    ...pullRequests.map(
      ({ repository, number }) =>
        `without a plan until now: pull request ${number} of ${printable(formatRepository(repository))}\n`,
    ),
    ...skipped.map(({ cluster, message }) => `skipped: ${printable(cluster)}: ${printable(message)}\n`),
  ].join('')
}

function orphanText({ application, cluster, going, neverSynced }: Orphan): string {
  const name = `${printable(application)} on ${printable(cluster)}`
  if (going !== undefined) return `declared no more: ${name}: ${printable(going)}\n`
  const rest = neverSynced ? 'it was never synced' : 'its objects are still there'
  return `orphaned: ${name} is declared no more; ${rest}\n`
}
