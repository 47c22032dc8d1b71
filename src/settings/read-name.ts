import type { Fields } from './fields.ts'

/** The `name` of an entry; it enters commit status contexts and records. */
export function readName(fields: Fields): string {
  const name = fields.requiredText('name')
  if (name !== '' && !/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(name)) {
    fields.problem('name', 'must be letters, digits, `-`, `_` and `.`, at most 63 of them')
  }
  return name
}
