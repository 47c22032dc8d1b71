import type { Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import { readGlob } from '../settings/read-globs.ts'
import type { IgnoreRule } from './application.ts'

/** Differences that are left alone. Reference: argocd section 7. */
export function readIgnoreRules(spec: Fields): readonly IgnoreRule[] {
  return spec.mappings('ignoreDifferences').map(readRule)
}

function readRule(fields: Fields): IgnoreRule {
  fields.refuse('is not supported yet; use jsonPointers or managedFieldsManagers', 'jqPathExpressions')
  const rule = {
    group: readGlob(fields, 'group') ?? '',
    kind: readGlob(fields, 'kind') ?? '',
    ...present({ name: fields.nonEmptyText('name'), namespace: fields.nonEmptyText('namespace') }),
    jsonPointers: readPointers(fields),
    managers: fields.texts('managedFieldsManagers'),
  }
  if (rule.kind === '') fields.problem('kind', 'is required')
  fields.close()
  return rule
}

/** https://www.rfc-editor.org/rfc/rfc6901; the empty pointer would ignore the whole object. */
function readPointers(fields: Fields): readonly string[] {
  const pointers = fields.texts('jsonPointers')
  for (const [index, pointer] of pointers.entries()) {
    if (/^\/(?:[^~]|~[01])*$/.test(pointer)) continue
    fields.problemInList(
      'jsonPointers',
      index,
      'must be a JSON pointer: "/" first, "~1" for a slash in a name',
    )
  }
  return pointers
}
