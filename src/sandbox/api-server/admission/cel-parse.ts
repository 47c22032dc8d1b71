/** An expression of the part of CEL that the sandbox can read. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | {
      readonly kind: 'call'
      readonly on: Expression | undefined
      readonly name: string
      readonly args: readonly Expression[]
    }
  | { readonly kind: 'not'; readonly of: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'choice'
      readonly condition: Expression
      readonly whenTrue: Expression
      readonly otherwise: Expression
    }

/** Operators from the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
]

/** https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax; throws on what is not read. */
export function parseCel(text: string): Expression {
  const parser = new Parser(tokenise(text))
  const expression = parser.expression()
  parser.end()
  return expression
}

function tokenise(text: string): string[] {
  const pattern =
    /\s+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?|[A-Za-z_]\w*|\|\||&&|[=!<>]=|[-+*/%<>!?:.,()[\]]/y
  const tokens: string[] = []
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const [token] = pattern.exec(text) ?? []
    if (token === undefined)
      throw new Error(`the sandbox cannot read CEL at ${JSON.stringify(text.slice(at, at + 20))}`)
    if (token.trim() !== '') tokens.push(token)
  }
  return tokens
}

class Parser {
  readonly #tokens: string[]

  constructor(tokens: string[]) {
    this.#tokens = tokens
  }

  end(): void {
    if (this.#tokens.length > 0) throw new Error(`the sandbox cannot read CEL at ${this.#tokens[0]}`)
  }

  expression(): Expression {
    const condition = this.#level(0)
    if (!this.#take('?')) return condition
    const whenTrue = this.expression()
    this.#need(':')
    return { kind: 'choice', condition, whenTrue, otherwise: this.expression() }
  }

  #level(level: number): Expression {
    const operators = levels[level]
    if (operators === undefined) return this.#unary()
    let left = this.#level(level + 1)
    for (;;) {
      const operator = this.#tokens[0]
      if (operator === undefined || !operators.includes(operator)) return left
      this.#tokens.shift()
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) }
    }
  }

  #unary(): Expression {
    if (this.#take('!')) return { kind: 'not', of: this.#unary() }
    if (!this.#take('-')) return this.#postfix(this.#primary())
    return { kind: 'binary', operator: '-', left: { kind: 'literal', value: 0 }, right: this.#unary() }
  }

  #postfix(start: Expression): Expression {
    let of = start
    for (;;) {
      if (this.#take('.')) {
        const name = this.#tokens.shift() ?? ''
        of = this.#take('(')
          ? { kind: 'call', on: of, name, args: this.#items(')') }
          : { kind: 'member', of, name }
      } else if (this.#take('[')) {
        of = { kind: 'index', of, at: this.expression() }
        this.#need(']')
      } else return of
    }
  }

  #primary(): Expression {
    const token = this.#tokens.shift()
    if (token === undefined) throw new Error('the sandbox cannot read CEL: it ends too early')
    if (token === '(') {
      const inner = this.expression()
      this.#need(')')
      return inner
    }
    if (token === '[') return { kind: 'list', items: this.#items(']') }
    if (/^["']/.test(token)) return { kind: 'literal', value: unquoted(token) }
    if (/^\d/.test(token)) return { kind: 'literal', value: Number(token) }
    if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' }
    if (token === 'null') return { kind: 'literal', value: null }
    if (!/^[A-Za-z_]/.test(token)) throw new Error(`the sandbox cannot read CEL at ${token}`)
    return this.#take('(')
      ? { kind: 'call', on: undefined, name: token, args: this.#items(')') }
      : { kind: 'name', name: token }
  }

  #items(end: string): readonly Expression[] {
    const items: Expression[] = []
    if (this.#take(end)) return items
    do items.push(this.expression())
    while (this.#take(','))
    this.#need(end)
    return items
  }

  #take(token: string): boolean {
    if (this.#tokens[0] !== token) return false
    this.#tokens.shift()
    return true
  }

  #need(token: string): void {
    if (!this.#take(token)) throw new Error(`the sandbox cannot read CEL: ${token} is missing`)
  }
}

function unquoted(token: string): string {
  return token.slice(1, -1).replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
}
