import type { FieldPreview } from '../../diff/field-preview.ts'
import type { ObjectKey } from '../../kube/object-key.ts'
import { many } from '../markdown.ts'
import { someOf } from './names.ts'

export function isDefinition({ group, kind }: ObjectKey): boolean {
  return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
}

const version = /^spec\.versions\[name=([^\]]{1,63})\]/

/** A CustomResourceDefinition in one line: its schema would fill the comment. */
export function definitionText(fields: readonly FieldPreview[]): string {
  const versions = [...new Set(fields.flatMap(({ path }) => version.exec(path)?.[1] ?? []))]
  const added = fields.filter(({ base, head }) => base.kind === 'absent' && head.kind !== 'absent').length
  const removed = fields.filter(({ base, head }) => base.kind !== 'absent' && head.kind === 'absent').length
  const changed = fields.length - added - removed
  const where = versions.length === 0 ? '' : ` in versions ${someOf(versions, 5)}`
  return `${many(added, 'field')} added, ${removed} removed, ${changed} otherwise different${where}.`
}
