import type { FieldValue, Writer } from '../../diff/comparison.ts'
import type { FieldPreview, FieldWill } from '../../diff/field-preview.ts'
import { isList, type Json } from '../../kube/json.ts'
import { code, many, table, visible } from '../markdown.ts'

const longestPath = 100
const longestValue = 60

/** More fields of one object than these are counted beneath its table. */
const mostRows = 40

/** The fields of one object, three ways. Nothing live is shown where nothing live was asked, or exists. */
export function fieldTable(fields: readonly FieldPreview[], at: string): string {
  const isLive = fields.some(({ live }) => live !== undefined)
  const rows = fields.slice(0, mostRows).map((field) => fieldRow(field, at, isLive))
  const live = isLive ? ['Live', 'Last writer'] : []
  const text = table(['Field', 'Base', 'Head', ...live, 'Sync will'], rows)
  const more = fields.length - rows.length
  return more === 0 ? text : `${text}\n\n${many(more, 'more field')} not shown.`
}

function fieldRow(field: FieldPreview, at: string, isLive: boolean): readonly string[] {
  const { path, base, head, live, writer } = field
  return [
    code(path, longestPath),
    valueText(base),
    headText(field),
    ...(isLive ? [liveText(field), live === undefined ? '' : writerText(writer, at)] : []),
    willText(field, head),
  ]
}

function headText({ head, equal }: FieldPreview): string {
  if (head.kind === 'absent') return valueText(head)
  if (equal.baseHead) return sameAs(head, 'base')
  return head.kind === 'masked' ? '🔒 changed' : valueText(head)
}

function liveText({ live, equal }: FieldPreview): string {
  if (live === undefined) return 'not asked'
  if (live.kind === 'absent') return valueText(live)
  if (equal.baseLive) return sameAs(live, 'base')
  if (equal.headLive) return sameAs(live, 'head')
  return live.kind === 'masked' ? '🔒 another' : valueText(live)
}

function sameAs({ kind }: FieldValue, other: 'base' | 'head'): string {
  return `${kind === 'masked' ? '🔒 ' : ''}= ${other}`
}

export function valueText(value: FieldValue): string {
  switch (value.kind) {
    case 'absent':
      return '–'
    case 'masked':
      return '🔒'
    case 'value':
      return plainText(value.value)
  }
}

function plainText(value: Json): string {
  if (typeof value === 'string') {
    const lines = value.trimEnd().split('\n').length
    return lines > 1 ? many(lines, 'line') : shownText(isPlain(value) ? value : JSON.stringify(value))
  }
  if (isList(value) && value.length > 100) return many(value.length, 'item')
  return shownText(JSON.stringify(value))
}

/** A long text is told with its length, in UTF-16 units. */
function shownText(text: string): string {
  const isShort = text.length <= longestValue * 2 && Array.from(text).length <= longestValue
  return isShort
    ? code(text, longestValue)
    : `${code(text, longestValue)} (${many(text.length, 'character')})`
}

/** Texts that could be taken for another value, or hold what cannot be seen, are quoted. */
function isPlain(text: string): boolean {
  if (text === '' || text !== text.trim() || visible(text) !== text) return false
  return Number.isNaN(Number(text)) && !['true', 'false', 'null'].includes(text) && !/^["[{]/.test(text)
}

/** `kubectl-edit`, update, 3 h; of ourselves: us, 6 d. */
function writerText(writer: Writer | undefined, at: string): string {
  if (!writer) return 'nobody'
  const { manager, operation, subresource, time, class: kind } = writer
  const name = kind === 'us' ? 'us' : `${code(manager, 40)}${kind === 'controller' ? ' (controller)' : ''}`
  const through = subresource === undefined ? '' : ` of ${code(subresource, 20)}`
  const age = time === undefined ? '' : ageText(Date.parse(at) - Date.parse(time))
  return `${name}, ${operation.toLowerCase()}${through}${age}`
}

const second = 1000
const units: readonly (readonly [string, number])[] = [
  ['d', 86_400 * second],
  ['h', 3600 * second],
  ['min', 60 * second],
  ['s', second],
]

/** In the largest unit that fills at least once; nothing when a time could not be read or lies ahead. */
function ageText(milliseconds: number): string {
  const found = units.find(([, unit]) => milliseconds >= unit)
  return found ? `, ${Math.floor(milliseconds / found[1])} ${found[0]}` : ''
}

/** The words of what a sync does to a field, and there are no others. Reference: pr-feedback section 5.3. */
export const fieldWills: { readonly [will in FieldWill]: string } = {
  set: '✏️ set',
  add: '➕ add',
  remove: '➖ remove',
  revert: '↩️ revert',
  'overwrite-live-edit': '⚠️ overwrite live edit',
  keep: '✋ keep',
  recreate: '♻️ recreate',
  reject: '❌ reject',
  prune: '🗑️ prune',
  adopt: '🤝 adopt',
  'hand-over': '📤 hand over',
  'no-op': 'no-op',
}

function willText({ will, keptBy }: FieldPreview, head: FieldValue): string {
  if (will === 'keep' && keptBy !== undefined) return `${fieldWills.keep} (${code(keptBy, 60)})`
  const back = will === 'revert' && head.kind === 'value' && typeof head.value !== 'object'
  return back && typeof head.value !== 'string'
    ? `${fieldWills.revert} to ${valueText(head)}`
    : fieldWills[will]
}
