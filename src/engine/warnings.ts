import { isDeclaration } from '../apps/declaration.ts'
import { formatKey, keyOf } from '../kube/object-key.ts'
import { type Misread, misreadIn } from '../plan/misread-hooks.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import { count, shorten } from '../report/printable.ts'
import type { ReportProblem } from '../report/report.ts'
import type { RosterEntry } from './roster-entry.ts'

const mostWarnings = 20
const mostWords = 3
const longestWord = 40

/** What a sync passes over in what an application renders, as Argo CD does, and its author did not mean so. */
export function warningsOf(source: RosterEntry['source']): readonly ReportProblem[] {
  if (source.kind !== 'rendered') return []
  const all = source.rendered.manifests.flatMap((one) =>
    isDeclaration(one.manifest) ? [] : misreadIn(one.manifest).map((misread) => warning(one, misread)),
  )
  const more = all.length - mostWarnings
  if (more <= 0) return all
  const rest = { code: 'unknown-hook-word', message: `${count(more, 'more hook annotation')} like these` }
  return [...all.slice(0, mostWarnings), { ...rest, turn: 'author', retryable: false, warning: true }]
}

function warning({ manifest, origin }: RenderedManifest, misread: Misread): ReportProblem {
  const { name, generateName = '' } = manifest.metadata
  const object = formatKey({ ...keyOf(manifest), name: name || generateName })
  const { annotation, countsAs, known } = misread
  const then = countsAs.length === 0 ? 'the hook is left out' : `it counts as ${countsAs.join(', ')}`
  return {
    code: 'unknown-hook-word',
    message: `${object}: ${annotation} says ${quoted(misread.words)}, which is not known: ${then}; known are ${known.join(', ')}`,
    turn: 'author',
    retryable: false,
    file: origin.path,
    line: origin.line,
    object,
    warning: true,
  }
}

function quoted(words: readonly string[]): string {
  const shown = words.slice(0, mostWords).map((word) => JSON.stringify(shorten(word, longestWord)))
  const more = words.length - shown.length
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`
}
