import { details, many, sizeOf } from '../markdown.ts'

/** A part of the comment as it is, and what of it had to be left out: phrases such as `12 blockers`. */
export interface Section {
  readonly text: string
  readonly notShown: readonly string[]
}

export const noSection: Section = { text: '', notShown: [] }

/** The first lines whose bytes fit, whole ones only, and how many were left out. */
export function fitLines(
  lines: readonly string[],
  budget: number,
): { readonly kept: readonly string[]; readonly omitted: number } {
  let left = budget
  const end = lines.findIndex((line) => {
    left -= sizeOf(line) + 1
    return left < 0
  })
  return end < 0 ? { kept: lines, omitted: 0 } : { kept: lines.slice(0, end), omitted: lines.length - end }
}

/** A list under its title, open or folded away; nothing when it is empty. */
export function listSection(
  { title, noun, isFolded = false }: { title: string; noun: string; isFolded?: boolean },
  lines: readonly string[],
  budget: number,
): Section {
  if (lines.length === 0) return noSection
  const { kept, omitted } = fitLines(lines, budget)
  const notShown = omitted === 0 ? [] : [many(omitted, noun)]
  if (kept.length === 0) return { text: '', notShown }
  const list = kept.join('\n')
  return { text: isFolded ? details(title, list) : `### ${title}\n\n${list}`, notShown }
}

/** One object of an application: a line of it always, and all of it where there is something to unfold. */
export interface Entry {
  readonly line: string
  readonly full?: () => string
}

export interface Filled {
  readonly text: string
  /** Shown as a line although there is more of them. */
  readonly folded: number
  /** Not even named. */
  readonly unnamed: number
}

/** The least that is worth the work of writing an object out. */
const smallestFull = 200

/**
 * As much of the entries as fits: all by name before any in full, and then in full from the first on. Whole entries
 * only; nothing is cut.
 */
export function fill(entries: readonly Entry[], budget: number): Filled {
  const lines = entries.map(({ line }) => line)
  const { kept, omitted } = fitLines(lines, budget)
  let spare = budget - kept.reduce((sum, line) => sum + sizeOf(line) + 2, 0)
  let folded = 0
  const parts = entries.slice(0, kept.length).map(({ line, full }) => {
    const text = full && omitted === 0 && spare > smallestFull ? full() : undefined
    const cost = text === undefined ? 0 : sizeOf(text) - sizeOf(line)
    if (text !== undefined && cost <= spare) {
      spare -= cost
      return text
    }
    if (full) folded += 1
    return line
  })
  return { text: joinBlocks(parts), folded, unnamed: omitted }
}

/** Lines of a list follow each other; anything else stands apart. */
export function joinBlocks(parts: readonly string[]): string {
  return parts.reduce((text, part, index) => {
    if (index === 0) return part
    return `${text}${part.startsWith('- ') && parts[index - 1]?.startsWith('- ') ? '\n' : '\n\n'}${part}`
  }, '')
}
