import type { JsonObject } from '../../kube/json.ts'
import { listAt, objectAt, objectsAt, shownText, textAt } from './object.ts'

/** A label selector as text: `app=web,tier in (a,b),!old`; empty when it chooses everything. */
export function selectorText(selector: JsonObject): string {
  return [
    ...labelTerms(objectAt(selector, 'matchLabels')),
    ...objectsAt(selector, 'matchExpressions').map(expressionTerm),
  ].join(',')
}

export function labelTerms(labels: JsonObject): readonly string[] {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${shownText(value)}`)
    .toSorted()
}

function expressionTerm(expression: JsonObject): string {
  const key = textAt(expression, 'key')
  const values = listAt(expression, 'values').map(String).toSorted().join(',')
  switch (textAt(expression, 'operator')) {
    case 'In':
      return `${key} in (${values})`
    case 'NotIn':
      return `${key} notin (${values})`
    case 'Exists':
      return key
    default:
      return `!${key}`
  }
}
