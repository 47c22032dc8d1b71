import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { definitionOfKind, definitions } from './merge-keys.generated.ts'
import type { FieldRules, MergeRule } from './merge-rule.ts'
import { textOf } from './resource.ts'

/** The rule of an object's root: by its exact apiVersion and kind, in Kubernetes v1.21, as in kustomize 5.8.1. */
export function ruleOfKind(apiVersion: string, kind: string): MergeRule | undefined {
  const to = getOwn(definitionOfKind, `${apiVersion}/${kind}`)
  return to === undefined ? undefined : { to }
}

/** The rule of a value that no schema knows: it may be an object of a known kind. */
export function ruleOfValue(value: Json | undefined): MergeRule | undefined {
  if (!isJsonObject(value)) return undefined
  return ruleOfKind(textOf(getOwn(value, 'apiVersion')), textOf(getOwn(value, 'kind')))
}

export function ruleOfField(rule: MergeRule | undefined, field: string): MergeRule | undefined {
  const fields = rule?.to === undefined ? undefined : getOwn(definitions, rule.to)
  const own = rule?.fields && getOwn(rule.fields, field)
  const builtIn = fields && getOwn(fields, field)
  return own === undefined || own.replaces ? (own ?? builtIn) : { ...builtIn, ...own }
}

export function ruleOfElements(rule: MergeRule | undefined): MergeRule | undefined {
  return rule?.to === undefined ? undefined : { to: rule.to }
}

/** Both; where they differ the first holds. */
export function joinRules(
  first: FieldRules | undefined,
  second: FieldRules | undefined,
): FieldRules | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const joined = Object.entries(second).map(([field, rule]): [string, MergeRule] => {
    const mine = getOwn(first, field)
    const fields = joinRules(mine?.fields, rule.fields)
    return [field, { ...rule, ...mine, ...(fields && { fields }) }]
  })
  return { ...first, ...Object.fromEntries(joined) }
}
