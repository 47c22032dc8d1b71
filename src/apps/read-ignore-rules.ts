import { parsePathExpression } from '../kube/jq/parse-path-expression.ts'
import type { PathExpression } from '../kube/jq/path-expression.ts'
import type { Fields } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import { readGlob } from '../settings/read-globs.ts'
import type { IgnoreRule } from './application.ts'

/** Differences that are left alone. Reference: argocd section 7. */
export function readIgnoreRules(spec: Fields): readonly IgnoreRule[] {
  return spec.mappings('ignoreDifferences').map(readRule)
}

function readRule(fields: Fields): IgnoreRule {
  const rule = {
    group: readGlob(fields, 'group') ?? '',
    kind: readGlob(fields, 'kind') ?? '',
    ...present({ name: fields.nonEmptyText('name'), namespace: fields.nonEmptyText('namespace') }),
    ...readIgnored(fields),
  }
  if (rule.kind === '') fields.problem('kind', 'is required')
  fields.close()
  return rule
}

/** What is left alone of the objects that a rule is for, in an Application or in `argocd-cm`. */
export function readIgnored(fields: Fields): Pick<IgnoreRule, 'jsonPointers' | 'expressions' | 'managers'> {
  return {
    jsonPointers: readPointers(fields),
    expressions: readExpressions(fields),
    managers: fields.texts('managedFieldsManagers'),
  }
}

function readExpressions(fields: Fields): readonly PathExpression[] {
  return fields.texts('jqPathExpressions').flatMap((text, index) => {
    const parsed = parsePathExpression(text)
    if (parsed.kind === 'expression') return [parsed.expression]
    fields.problemInList('jqPathExpressions', index, parsed.message, 'unsupported')
    return []
  })
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
