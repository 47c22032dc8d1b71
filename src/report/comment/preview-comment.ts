import { sizeOf } from '../markdown.ts'
import type { ApplicationPreview, Preview } from '../preview.ts'
import { acknowledgementLines } from './acknowledgements.ts'
import { blockerLines, warningLines } from './blockers.ts'
import { contextOf } from './context.ts'
import { deletionLines } from './deletions.ts'
import { previewDigest } from './digest.ts'
import { listSection, type Section } from './fit.ts'
import { historyOf } from './history.ts'
import { formatMarker, makeMarker } from './marker.ts'
import { inOrder, isUnchanged } from './order.ts'
import { orderLines } from './order-of-sync.ts'
import { apartSection, applicationSections, foldedAway, underHeading } from './sections.ts'
import { summaryTable } from './summary-table.ts'
import { titleOf } from './title.ts'
import { untouchedLines } from './untouched.ts'

/** Below the limit of every host, in bytes. Reference: pr-feedback section 5.5. */
export const commentBudget = 60_000

/** For the title of a merged comment, and for the box of what is not shown. */
const reserved = 400 + 800

/** With more applications than this, each is folded away. */
const mostHeadings = 5

export interface CommentOptions {
  /** Of Plumbline, for the footer. */
  readonly version: string
  /** The body of our own comment on this pull request, where there is one. */
  readonly previous?: string
}

/**
 * The comment of a preview, complete: marker, verdict, context, blockers, what needs an acknowledgement, deletions, a
 * row for each application, its objects with their fields, drift, order, history. At most `commentBudget` bytes: what
 * does not fit is lowered whole, from fields to names to counts, and the comment says how much.
 */
export function previewComment(preview: Preview, { version, previous }: CommentOptions): string {
  const digest = previewDigest(preview)
  const marker = formatMarker(makeMarker(preview, preview.head, digest))
  const top = [marker, titleOf(preview), contextOf(preview)]
  const bottom = [historyOf(preview, digest, previous), footer(version, digest)]
  const fixed = sizeOf([...top, ...bottom].join('\n\n'))
  const sections = sectionsOf(preview, commentBudget - reserved - fixed)
  const texts = [...top, ...sections.map(({ text }) => text), notShownBox(sections), ...bottom]
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`
}

/** In the order of reading. Budget is given in the order of importance: what is told last may get least. */
function sectionsOf(preview: Preview, budget: number): readonly Section[] {
  const applications = inOrder(preview.applications.filter((application) => !isUnchanged(application)))
  let left = budget
  const spend = (section: Section): Section => {
    if (section.text !== '') left -= sizeOf(section.text) + 2
    return section
  }
  const head = leadingSections(preview, applications).map(spend)
  const tail = trailingSections(preview, applications).map(spend)
  const rows = spend(summaryTable(preview, applications, left))
  const wrap = applications.length <= mostHeadings ? underHeading : foldedAway
  const isApart = applications.some(hasApart)
  const main = spend(applicationSections(preview, applications, 'caused', isApart ? left * 0.75 : left, wrap))
  const drift = spend(apartSection(preview, applications, 'drift', left))
  const late = spend(apartSection(preview, applications, 'not-yet-synced', left))
  return [...head, rows, main, drift, late, ...tail]
}

function hasApart({ objects }: ApplicationPreview): boolean {
  const isApart = (cause: string): boolean => cause === 'drift' || cause === 'not-yet-synced'
  return objects.some(({ cause, fields }) => isApart(cause) || fields.some((field) => isApart(field.cause)))
}

/** More deletions than these are folded away. */
const mostOpen = 10

function leadingSections(preview: Preview, applications: readonly ApplicationPreview[]): readonly Section[] {
  const deletions = deletionLines(applications)
  const isFolded = deletions.length > mostOpen
  const title = isFolded ? `🗑️ Deletes (${deletions.length})` : 'Deletes'
  return [
    listSection({ title: 'Blockers', noun: 'blocker' }, blockerLines(preview, applications), 12_000),
    listSection(
      { title: 'Needs an acknowledgement', noun: 'acknowledgement' },
      acknowledgementLines(applications),
      8_000,
    ),
    listSection({ title, noun: 'deletion', isFolded }, deletions, 10_000),
  ]
}

function trailingSections(preview: Preview, applications: readonly ApplicationPreview[]): readonly Section[] {
  const warnings = warningLines(preview)
  const untouched = untouchedLines(preview)
  return [
    listSection(
      { title: 'Hooks and waves, in order', noun: 'line of the order', isFolded: true },
      orderLines(applications),
      3_000,
    ),
    listSection({ title: 'Warnings', noun: 'warning', isFolded: true }, warnings, 3_000),
    listSection(
      { title: 'Not planned', noun: 'line of what is not planned', isFolded: true },
      untouched,
      3_000,
    ),
  ]
}

function notShownBox(sections: readonly Section[]): string {
  const phrases = sections.flatMap(({ notShown }) => notShown)
  if (phrases.length === 0) return ''
  return `> **Not shown**, because a comment cannot hold it: ${phrases.join('; ')}. The counts include them.`
}

function footer(version: string, digest: string): string {
  return [
    `Plumbline ${version} · plan \`${digest}\` · \`/plumbline plan\` in a comment plans again`,
    '🔒 is a secret value: whether two of them are equal is all that is told',
  ].join(' · ')
}
