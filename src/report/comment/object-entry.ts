import type { FieldPreview } from '../../diff/field-preview.ts'
import { formatKey } from '../../kube/object-key.ts'
import { code, details, htmlCode, many } from '../markdown.ts'
import type { ObjectAction, ObjectFlag, ObjectPreview } from '../preview.ts'
import { isRecreated } from '../preview-tally.ts'
import { definitionText, isDefinition } from './definition.ts'
import { fieldTable } from './field-table.ts'
import type { Entry } from './fit.ts'
import { message, objectName } from './names.ts'

const actions: { readonly [action in ObjectAction]: string } = {
  create: '➕ create',
  change: '✏️ change',
  prune: '🗑️ prune',
  'hand-over': '📤 hand over',
  keep: '✋ keep',
  reject: '❌ would be rejected:',
  'no-op': '⚪ no-op',
}

const flags: { readonly [flag in ObjectFlag]: string } = {
  restart: 'restarts pods',
  immutable: 'immutable',
  'co-owned': 'co-owned',
  unverified: 'not verified',
  protected: 'protected',
  'live-edit': 'live edit',
}

/** An object as a line, and unfolded with its fields. `at` is when the live state was read. */
export function objectEntry(object: ObjectPreview, at: string): Entry {
  const action = isRecreated(object) ? '♻️ recreate' : actions[object.action]
  const facts = factsOf(object).join(', ')
  const line = `- ${action} ${objectName(object)}${facts === '' ? '' : `: ${facts}`}`
  if (!hasMore(object)) return { line }
  const summary = (): string =>
    `${action} ${htmlCode(formatKey(object.key))}${facts === '' ? '' : ` · ${facts}`}`
  return { line, full: () => details(summary(), bodyOf(object, at)) }
}

function hasMore({ fields, rejected, unverified, note }: ObjectPreview): boolean {
  return fields.length > 0 || [rejected, unverified, note].some((part) => part !== undefined)
}

function factsOf({ fields, phase, wave = 0, flags: found }: ObjectPreview): readonly string[] {
  return [
    ...(fields.length === 0 ? [] : [many(fields.length, 'field')]),
    ...(phase === undefined || phase === 'Sync' ? [] : [phase]),
    ...(wave === 0 ? [] : [`wave ${wave}`]),
    ...found.map((flag) => flags[flag]),
  ]
}

function bodyOf(object: ObjectPreview, at: string): string {
  const { rejected, unverified, note, origin } = object
  const parts = [
    ...(rejected ? [`❌ ${rejectionText(rejected)}`] : []),
    ...(unverified ? [`❔ Not verified (${unverified.reason}): ${message(unverified.message)}`] : []),
    ...(note === undefined ? [] : [message(note)]),
    ...fieldsText(object, object.fields, at),
    ...(origin ? [`From ${code(`${origin.path}:${origin.line}`)}`] : []),
  ]
  return parts.join('\n\n')
}

function fieldsText(object: ObjectPreview, fields: readonly FieldPreview[], at: string): readonly string[] {
  if (fields.length === 0) return []
  return [isDefinition(object.key) ? definitionText(fields) : fieldTable(fields, at)]
}

/** `(immutable) at spec.selector: the server’s reason. Remedy: …`. */
export function rejectionText(rejected: NonNullable<ObjectPreview['rejected']>): string {
  const { reason, field, message: text, remedy } = rejected
  const where = field === undefined ? '' : ` at ${code(field)}`
  return `(${reason})${where}: ${message(text)}${remedy === '' ? '' : `. Remedy: ${message(remedy)}`}`
}
