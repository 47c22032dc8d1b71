import type { JsonObject } from '../../kube/json.ts'
import { listAt, objectAt, objectsAt, textAt } from './object.ts'
import { badRequest } from './refusal.ts'

export interface Labels {
  readonly [key: string]: string
}

/** Whether labels are chosen. */
export type Selector = (labels: Labels) => boolean

interface Token {
  readonly text: string
  readonly isWord: boolean
}

const operators = ['=', '==', '!=', 'in', 'notin', 'gt', 'lt']

/**
 * A label selector as queries have it: `app=web,tier!=front,env in (a,b),!old`. Refuses what is none.
 * Source: k8s.io/apimachinery pkg/labels/selector.go.
 */
export function parseSelector(text: string): Selector {
  const tokens = tokenise(text)
  const terms: Selector[] = []
  while (tokens.length > 0) {
    terms.push(parseTerm(tokens))
    const next = tokens.shift()
    if (next === undefined) break
    if (next.text !== ',') throw badRequest(`found '${next.text}', expected: ',' or 'end of string'`)
  }
  return (labels) => terms.every((term) => term(labels))
}

function tokenise(text: string): Token[] {
  const found = text.match(/[^\s,()=!<>]+|==|!=|[=!,()<>]/g) ?? []
  return found.map((token) => ({ text: token, isWord: !/^[=!,()<>]/.test(token) }))
}

function parseTerm(tokens: Token[]): Selector {
  const first = tokens.shift()
  if (first?.text === '!') {
    const key = word(tokens.shift())
    return (labels) => !Object.hasOwn(labels, key)
  }
  const key = word(first)
  const operator = tokens[0]
  if (operator === undefined || operator.text === ',') return (labels) => Object.hasOwn(labels, key)
  tokens.shift()
  if (!operators.includes(operator.text)) {
    const expected = 'in, notin, =, ==, !=, gt, lt'
    throw badRequest(`unable to parse requirement: found '${operator.text}', expected: ${expected}`)
  }
  return comparison(key, operator.text, tokens)
}

function comparison(key: string, operator: string, tokens: Token[]): Selector {
  if (operator === 'in' || operator === 'notin') {
    const values = parseValues(tokens)
    const isIn = (labels: Labels) => Object.hasOwn(labels, key) && values.has(labels[key] ?? '')
    return operator === 'in' ? isIn : (labels) => !isIn(labels)
  }
  const value = tokens[0]?.isWord === true ? (tokens.shift()?.text ?? '') : ''
  if (operator === '!=') return (labels) => labels[key] !== value
  return (labels) => Object.hasOwn(labels, key) && labels[key] === value
}

function parseValues(tokens: Token[]): ReadonlySet<string> {
  const open = tokens.shift()
  if (open?.text !== '(')
    throw badRequest(`unable to parse requirement: found '${open?.text ?? ''}' expected: '('`)
  const values = new Set<string>()
  for (let token = tokens.shift(); token?.text !== ')'; token = tokens.shift()) {
    if (token === undefined) throw badRequest("unable to parse requirement: found '', expected: ',' or ')'")
    if (token.isWord) values.add(token.text)
  }
  return values
}

function word(token: Token | undefined): string {
  if (token?.isWord === true) return token.text
  throw badRequest(`unable to parse requirement: found '${token?.text ?? ''}', expected: identifier`)
}

/** The selector of `matchLabels` and `matchExpressions`; an empty one chooses everything. */
export function labelSelector(selector: JsonObject): Selector {
  const exact = Object.entries(objectAt(selector, 'matchLabels'))
  const expressions = objectsAt(selector, 'matchExpressions')
  return (labels) =>
    exact.every(([key, value]) => labels[key] === value) && expressions.every((one) => holds(one, labels))
}

function holds(expression: JsonObject, labels: Labels): boolean {
  const key = textAt(expression, 'key')
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  const values = listAt(expression, 'values')
  switch (textAt(expression, 'operator')) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}
