import { shortSha } from '../../git/commit.ts'
import { details, table } from '../markdown.ts'
import type { Preview } from '../preview.ts'
import { signsOf, tallyOf } from '../preview-tally.ts'

/** This plan, and at most so many before it. */
const mostPrevious = 5

const header = ['Commit', 'Changes', 'Plan', 'Made at'] as const

/** As `historyOf` prints them; a line of anything else is not a row. */
const row =
  /^\| `[0-9a-f]{7}` \| `(?:no change|[+~±−→0-9 ]{2,60})` \| `[0-9a-f]{16}` \| (?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|–) \|$/

const title = /^<summary>Plans so far: \d{1,2}<\/summary>$/

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?=(?:\.\d{1,9})?Z$)/

/**
 * The plans of this pull request, newest first; the same plan of the same commit stands there once. `previous` is the body of our own comment as it stood; what is not
 * exactly a row of ours is not taken from it.
 */
export function historyOf(preview: Preview, digest: string, previous: string | undefined): string {
  const start = `| \`${shortSha(preview.head)}\` |`
  const isSame = (line: string): boolean => line.startsWith(start) && line.includes(`| \`${digest}\` |`)
  const earlier = rowsOf(previous ?? '').filter((line) => !isSame(line))
  const kept = [rowOf(preview, digest), ...earlier].slice(0, mostPrevious + 1)
  const head = table(header, [])
  return details(`Plans so far: ${kept.length}`, [head, ...kept].join('\n'))
}

function rowOf(preview: Preview, digest: string): string {
  const signs = signsOf(tallyOf(preview.applications)) || 'no change'
  const at = time.exec(preview.at)?.[0]
  return `| \`${shortSha(preview.head)}\` | \`${signs}\` | \`${digest}\` | ${at === undefined ? '–' : `${at}Z`} |`
}

/** The header of the table comes after the blank line behind the title; rows end at the first line that is none. */
function rowsOf(body: string): readonly string[] {
  const lines = body.split(/\r?\n/)
  const start = lines.findIndex((line) => title.test(line))
  if (start < 0) return []
  return lines.slice(start + 4, start + 4 + mostPrevious + 1).filter((line) => row.test(line))
}
