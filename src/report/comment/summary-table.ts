import { code, many, table, tableRow } from '../markdown.ts'
import type { ApplicationPreview, Preview } from '../preview.ts'
import { signsOf, type Tally, tallyOf } from '../preview-tally.ts'
import { applicationVerdict } from '../preview-verdict.ts'
import { fitLines, noSection, type Section } from './fit.ts'

/** More clusters than these are counted together. */
const mostClusters = 10

const renderedHeader = ['App', 'Where', 'Changes']
const fullHeader = [...renderedHeader, 'Live edits overwritten', 'Drift not from here', 'Dry run', 'Now']

/** What the lines of clusters need at most. */
const reservedForRest = 4000

/** One row for each application, and one line for each cluster over those whose rows do not fit. */
export function summaryTable(
  { depth }: Preview,
  applications: readonly ApplicationPreview[],
  budget: number,
): Section {
  if (applications.length === 0) return noSection
  const header = depth === 'rendered' ? renderedHeader : fullHeader
  const rows = applications.map((application) => rowOf(application).slice(0, header.length))
  const { kept, omitted } = fitLines(rows.map(tableRow), budget - reservedForRest)
  const shown = kept.length === 0 ? [] : [table(header, rows.slice(0, kept.length))]
  const text = [...shown, ...restLines(applications.slice(kept.length))].join('\n\n')
  return { text, notShown: omitted === 0 ? [] : [many(omitted, 'application row')] }
}

function rowOf(application: ApplicationPreview): readonly string[] {
  const { name, cluster, namespace, sync, health, inSync } = application
  const tally = tallyOf([application])
  const signs = [signsOf(tally), `=${inSync}`].filter((sign) => sign !== '' && sign !== '=0')
  return [
    `${iconOf(application)} ${code(name, 60)}${changeWord(application)}`,
    `${code(cluster, 40)} / ${code(namespace, 60)}`,
    signs.length === 0 ? '–' : code(signs.join(' ')),
    amount(tally.overwritten),
    amount(tally.drifted),
    isDryRun(application) ? dryRun(tally) : '–',
    `${sync}, ${health.status}`,
  ]
}

function iconOf(application: ApplicationPreview): string {
  const verdict = applicationVerdict(application)
  return verdict === 'error' ? '❓' : verdict === 'failure' ? '❌' : '✅'
}

function changeWord({ change }: ApplicationPreview): string {
  return change === 'changed' ? '' : ` (${change})`
}

function amount(value: number): string {
  return value === 0 ? '–' : String(value)
}

/** What could not be rendered, and what goes, is put to no API server. */
function isDryRun({ change, objects, inSync }: ApplicationPreview): boolean {
  return change !== 'removed' && objects.length + inSync > 0
}

function dryRun({ rejected, unverified }: Tally): string {
  const parts = [
    ...(rejected === 0 ? [] : [`❌ ${rejected} rejected`]),
    ...(unverified === 0 ? [] : [`❔ ${unverified} not verified`]),
  ]
  return parts.length === 0 ? '✅' : parts.join(', ')
}

function restLines(applications: readonly ApplicationPreview[]): readonly string[] {
  if (applications.length === 0) return []
  const clusters = [...new Set(applications.map(({ cluster }) => cluster))]
  const lines = clusters.slice(0, mostClusters).map((cluster) => {
    return `- on ${code(cluster, 40)}: ${countsOf(applications.filter((one) => one.cluster === cluster))}`
  })
  const shown = new Set(clusters.slice(0, mostClusters))
  const others = applications.filter(({ cluster }) => !shown.has(cluster))
  const last = others.length === 0 ? [] : [`- on other clusters: ${countsOf(others)}`]
  return [[...lines, ...last].join('\n')]
}

function countsOf(applications: readonly ApplicationPreview[]): string {
  const tally = tallyOf(applications)
  const blocked = applications.filter((one) => applicationVerdict(one) !== 'success').length
  const parts = [code(signsOf(tally) || 'no change'), ...(blocked === 0 ? [] : [`${blocked} not green`])]
  return `${many(applications.length, 'more app')}, ${parts.join(', ')}`
}
