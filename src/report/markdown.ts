import { count } from './printable.ts'

/**
 * Text from outside reaches a comment as code and as nothing else: in code neither GitHub nor Gitea makes a mention, a
 * reference, a link, an emoji or a formula, and no HTML is read. Everything else here takes text of our own.
 */

const longestCode = 120

/** A code span: one line, control, direction and other unseen characters as escapes, shortened in its middle. */
export function code(text: string, limit: number = longestCode): string {
  const content = legible(text, limit)
  if (content === '') return '(empty)'
  const runs = content.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${content}${pad}${fence}`
}

/** The same inside an HTML element such as `<summary>`, where Markdown is not read. */
export function htmlCode(text: string, limit: number = longestCode): string {
  return `<code>${legible(text, limit).replace(/[^\p{L}\p{N} ._/…-]/gu, entity)}</code>`
}

function entity(character: string): string {
  return `&#${character.codePointAt(0) ?? 0};`
}

/** What a person can see, in one line of at most `limit` characters; a cut shows as `…` in its middle. */
function legible(text: string, limit: number): string {
  return middle(visible(clip(text, limit).replace(/\s+/gu, ' ').trim()), limit)
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** Every character that prints as nothing, or turns the direction of others, as `\u{202e}`; spaces stay. */
export function visible(text: string): string {
  return text.replace(unseen, (character) =>
    character === ' ' ? ' ' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Megabytes are not walked character by character for the sake of their first and last. */
function clip(text: string, limit: number): string {
  const enough = limit * 4
  return text.length <= enough * 2 ? text : `${text.slice(0, enough)}${text.slice(-enough)}`
}

function middle(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  const tail = Math.floor((limit - 1) / 2)
  return [...characters.slice(0, limit - 1 - tail), '…', ...characters.slice(-tail)].join('')
}

/** Cells are Markdown of one line. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map(tableRow).join('\n')
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`
}

/**
 * A pipe ends a cell even inside code unless a backslash precedes it; of two backslashes GitHub and Gitea think
 * differently, so a pipe behind a backslash of the text is drawn by another character.
 */
function cell(markdown: string): string {
  return markdown.replace(/\\?\|/g, (found) => (found === '|' ? '\\|' : '\\│'))
}

/** A part that is folded away. `summary` is HTML of one line. */
export function details(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`
}

const encoder = new TextEncoder()

/** Bytes of UTF-8, of which there are never fewer than UTF-16 units: whatever a host counts, it is not more. */
export function sizeOf(text: string): number {
  return encoder.encode(text).length
}

/** `1 object`, `2,000 objects`. */
export function many(amount: number, noun: string): string {
  return count(amount, noun).replace(/^\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','))
}
