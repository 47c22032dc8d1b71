import { isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { unanchoredRegExp } from '../../../kube/regexp.ts'
import { sameJson, shownText } from '../object.ts'
import { type Expression, parseCel } from './cel-parse.ts'

/**
 * Evaluates a CEL expression, as far as admission policies of tests go: members, `in`, comparisons, logic, `has`,
 * `size`, the string tests, `all` and `exists`. Throws on what it does not know and on members that are not there.
 */
export function evaluateCel(text: string, variables: JsonObject): Json {
  return evaluate(parseCel(text), variables)
}

function evaluate(expression: Expression, scope: JsonObject): Json {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'name':
      return member(scope, expression.name)
    case 'list':
      return expression.items.map((item) => evaluate(item, scope))
    case 'member':
      return member(evaluate(expression.of, scope), expression.name)
    case 'index':
      return member(evaluate(expression.of, scope), evaluate(expression.at, scope))
    case 'not':
      return !truth(evaluate(expression.of, scope))
    case 'choice': {
      const { condition, whenTrue, otherwise } = expression
      return evaluate(truth(evaluate(condition, scope)) ? whenTrue : otherwise, scope)
    }
    case 'binary':
      return binary(expression, scope)
    case 'call':
      return call(expression, scope)
  }
}

function member(of: Json, key: Json): Json {
  const found = isList<Json, Json>(of)
    ? of[Number(key)]
    : isJsonObject(of) && Object.hasOwn(of, shownText(key))
      ? of[shownText(key)]
      : undefined
  if (found === undefined) throw new Error(`no such key: ${shownText(key)}`)
  return found
}

function truth(value: Json): boolean {
  if (typeof value === 'boolean') return value
  throw new Error('no boolean where one is needed')
}

/** Of two operands of a logical operator one may fail as long as the other decides. */
function logic(expression: Expression & { readonly kind: 'binary' }, scope: JsonObject): boolean {
  const decides = expression.operator === '||'
  const sides = [expression.left, expression.right]
  let failure: unknown
  for (const side of sides) {
    try {
      if (truth(evaluate(side, scope)) === decides) return decides
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return !decides
}

function binary(expression: Expression & { readonly kind: 'binary' }, scope: JsonObject): Json {
  const { operator } = expression
  if (operator === '||' || operator === '&&') return logic(expression, scope)
  const left = evaluate(expression.left, scope)
  const right = evaluate(expression.right, scope)
  switch (operator) {
    case '==':
      return sameJson(left, right)
    case '!=':
      return !sameJson(left, right)
    case 'in':
      return isJsonObject(right)
        ? Object.hasOwn(right, shownText(left))
        : isList<Json, Json>(right) && right.some((one) => sameJson(one, left))
    default:
      return arithmetic(operator, left, right)
  }
}

function arithmetic(operator: string, left: Json, right: Json): Json {
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') return left + right
  const order =
    typeof left === 'string' && typeof right === 'string'
      ? left < right
        ? -1
        : left > right
          ? 1
          : 0
      : Number(left) - Number(right)
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '+':
      return Number(left) + Number(right)
    case '-':
      return Number(left) - Number(right)
    case '*':
      return Number(left) * Number(right)
    case '/':
      return Math.trunc(Number(left) / Number(right))
    default:
      return Number(left) % Number(right)
  }
}

function call({ on, name, args }: Expression & { readonly kind: 'call' }, scope: JsonObject): Json {
  const [first, second] = args
  if (name === 'has' && first?.kind === 'member') return has(first, scope)
  if (
    (name === 'all' || name === 'exists') &&
    on !== undefined &&
    first?.kind === 'name' &&
    second !== undefined
  ) {
    return overItems(name, evaluate(on, scope), first.name, second, scope)
  }
  const subject = on === undefined ? undefined : evaluate(on, scope)
  const values = args.map((arg) => evaluate(arg, scope))
  if (name === 'size') return size(subject ?? values[0] ?? null)
  const [value = null] = values
  if (typeof subject === 'string' && typeof value === 'string') return textTest(name, subject, value)
  throw new Error(`the sandbox does not know the CEL function ${name}`)
}

function has({ of, name }: Expression & { readonly kind: 'member' }, scope: JsonObject): boolean {
  const value = evaluate(of, scope)
  return isJsonObject(value) && Object.hasOwn(value, name)
}

function overItems(
  name: 'all' | 'exists',
  items: Json,
  variable: string,
  test: Expression,
  scope: JsonObject,
): boolean {
  const values: readonly Json[] = isList<Json, Json>(items)
    ? items
    : isJsonObject(items)
      ? Object.keys(items)
      : []
  const holds = (value: Json) => truth(evaluate(test, { ...scope, [variable]: value }))
  return name === 'all' ? values.every(holds) : values.some(holds)
}

function size(value: Json): number {
  if (typeof value === 'string') return Array.from(value).length
  return value !== null && typeof value === 'object' ? Object.keys(value).length : 0
}

function textTest(name: string, subject: string, value: string): boolean {
  switch (name) {
    case 'startsWith':
      return subject.startsWith(value)
    case 'endsWith':
      return subject.endsWith(value)
    case 'contains':
      return subject.includes(value)
    case 'matches':
      return unanchoredRegExp(value)?.matches(subject) ?? false
    default:
      throw new Error(`the sandbox does not know the CEL function ${name}`)
  }
}
