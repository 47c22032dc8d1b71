import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { definitionOfKind, definitions, type ListRule } from './merge-keys.generated.ts'
import { textOf } from './resource.ts'

/** The rule of an object's root: by its exact apiVersion and kind, in Kubernetes v1.21, as in kustomize 5.8.1. */
export function ruleOfKind(apiVersion: string, kind: string): ListRule | undefined {
  const to = getOwn(definitionOfKind, `${apiVersion}/${kind}`)
  return to === undefined ? undefined : { to }
}

/** The rule of a value that no schema knows: it may be an object of a known kind. */
export function ruleOfValue(value: Json | undefined): ListRule | undefined {
  if (!isJsonObject(value)) return undefined
  return ruleOfKind(textOf(getOwn(value, 'apiVersion')), textOf(getOwn(value, 'kind')))
}

export function ruleOfField(rule: ListRule | undefined, field: string): ListRule | undefined {
  const fields = rule?.to === undefined ? undefined : getOwn(definitions, rule.to)
  return fields && getOwn(fields, field)
}

export function ruleOfElements(rule: ListRule | undefined): ListRule | undefined {
  return rule?.to === undefined ? undefined : { to: rule.to }
}
