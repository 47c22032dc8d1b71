import type { Json } from '../json.ts'
import { unanchoredRegExp } from '../regexp.ts'
import { callNames, comparators, type Filter, namesPlaces, type PathExpression } from './path-expression.ts'
import { PathSyntaxError, quoted, unsupported } from './syntax-error.ts'
import { type Token, tokensOf } from './tokens.ts'

const longest = 4096
/** Parentheses, brackets and calls within one another. */
const deepest = 50

export type ParsedPathExpression =
  | { readonly kind: 'expression'; readonly expression: PathExpression }
  /** Why it cannot be used, by name and position: `"map" is not supported, at character 12`. */
  | { readonly kind: 'problem'; readonly message: string }

/** Reads what stands between `del(` and `)`; anything but places is a problem. */
export function parsePathExpression(text: string): ParsedPathExpression {
  if (text.length > longest) return { kind: 'problem', message: `is longer than ${longest} characters` }
  try {
    const filter = new Reader(tokensOf(text)).whole()
    if (!namesPlaces(filter))
      return { kind: 'problem', message: 'names no fields; put conditions into select(…)' }
    if (isEverything(filter)) return { kind: 'problem', message: 'would ignore the whole object' }
    return { kind: 'expression', expression: { text, filter } }
  } catch (error) {
    if (!(error instanceof PathSyntaxError)) throw error
    return { kind: 'problem', message: `${error.message}, at character ${error.at}` }
  }
}

function isEverything(filter: Filter): boolean {
  if (filter.kind === 'pipe') return isEverything(filter.left) && isEverything(filter.right)
  return filter.kind === 'identity' || filter.kind === 'recurse'
}

/** Recursive descent, loosest first: `|`, `,`, `or`, `and`, comparisons, suffixes. */
class Reader {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Filter {
    const filter = this.#pipe()
    const rest = this.#peek()
    if (rest.kind !== 'end') throw this.#unexpected(rest)
    return filter
  }

  #pipe(): Filter {
    return this.#chain('|', 'pipe', () => this.#chain(',', 'comma', () => this.#or()))
  }

  #or(): Filter {
    return this.#chain('or', 'or', () => this.#chain('and', 'and', () => this.#comparison()))
  }

  #chain(word: string, kind: 'pipe' | 'comma' | 'or' | 'and', operand: () => Filter): Filter {
    let left = operand()
    while (this.#takes(word)) left = { kind, left, right: operand() }
    return left
  }

  #comparison(): Filter {
    const left = this.#postfix()
    const operator = comparators.find((one) => this.#takes(one))
    return operator === undefined ? left : { kind: 'compare', operator, left, right: this.#postfix() }
  }

  #postfix(): Filter {
    let filter = this.#term()
    for (let suffix = this.#suffix(); suffix !== undefined; suffix = this.#suffix()) {
      filter = joined(filter, suffix)
    }
    return filter
  }

  #term(): Filter {
    const token = this.#take()
    switch (token.kind) {
      case 'string':
        return { kind: 'literal', value: token.text }
      case 'number':
        return { kind: 'literal', value: token.value }
      case 'field':
        return { kind: 'field', name: token.text }
      case 'name':
        return this.#named(token)
      case 'sign':
        return this.#sign(token)
      case 'end':
        throw this.#unexpected(token)
    }
  }

  #sign(token: Token): Filter {
    switch (token.text) {
      case '.':
        return this.#dotted()
      case '..':
        return { kind: 'recurse' }
      case '(':
        return this.#nested(')', () => this.#pipe())
      case '[':
      case '{':
      case '-':
        return { kind: 'literal', value: this.#constant(token) }
      default:
        throw this.#unexpected(token)
    }
  }

  /** After a dot on its own: a quoted field, or nothing. Brackets are suffixes. */
  #dotted(): Filter {
    const next = this.#peek()
    if (next.kind !== 'string') return { kind: 'identity' }
    this.#take()
    return { kind: 'field', name: next.text }
  }

  #suffix(): Filter | undefined {
    const token = this.#peek()
    if (token.kind === 'field') {
      this.#take()
      return { kind: 'field', name: token.text }
    }
    if (this.#takes('.')) {
      const filter = this.#isNext('[') ? this.#suffix() : this.#dotted()
      if (filter === undefined || filter.kind === 'identity') throw this.#unexpected(this.#peek())
      return filter
    }
    // What does not fit is passed over in any case.
    if (this.#takes('?')) return { kind: 'identity' }
    return this.#takes('[') ? this.#bracket() : undefined
  }

  #bracket(): Filter {
    if (this.#takes(']')) return { kind: 'iterate' }
    const { at } = this.#peek()
    const isNegative = this.#takes('-')
    const key = this.#take()
    if (this.#isNext(':') || (key.kind === 'sign' && key.text === ':')) throw unsupported('[:]', at)
    if (key.kind === 'string' && !isNegative && this.#takes(']')) return { kind: 'field', name: key.text }
    if (key.kind === 'number' && Number.isSafeInteger(key.value) && this.#takes(']')) {
      return { kind: 'index', index: isNegative ? -key.value : key.value }
    }
    throw new PathSyntaxError('in brackets only one whole number, one text or nothing is supported', at)
  }

  #named(token: Token): Filter {
    const { text, at } = token
    const constant = constants.get(text)
    if (constant !== undefined) return { kind: 'literal', value: constant }
    if (text === 'not') return { kind: 'not' }
    if (text === 'select') return { kind: 'select', condition: this.#argument(text) }
    if (text === 'test') return this.#test(at)
    const name = callNames.find((one) => one === text)
    if (name === undefined) throw unsupported(text, at)
    return { kind: 'call', name, argument: this.#argument(text) }
  }

  #argument(name: string): Filter {
    if (!this.#takes('('))
      throw new PathSyntaxError(`${name} needs an argument in parentheses`, this.#peek().at)
    return this.#nested(')', () => this.#pipe())
  }

  #test(at: number): Filter {
    if (!this.#takes('('))
      throw new PathSyntaxError('test needs an expression in parentheses', this.#peek().at)
    const expression = this.#take()
    if (expression.kind !== 'string')
      throw new PathSyntaxError('test takes a quoted text alone', expression.at)
    const flags = this.#takes(';') ? this.#flags() : ''
    this.#expect(')')
    const pattern = flags === '' ? expression.text : `(?${flags})${expression.text}`
    if (unanchoredRegExp(pattern) === undefined) {
      throw new PathSyntaxError('test has no regular expression that can be matched (RE2 syntax)', at)
    }
    return { kind: 'test', pattern }
  }

  /** `g` makes no difference to a test. */
  #flags(): string {
    const token = this.#take()
    if (token.kind !== 'string' || !/^[gis]*$/.test(token.text)) {
      throw new PathSyntaxError('test takes the flags "g", "i" and "s"', token.at)
    }
    return [...new Set(token.text.replaceAll('g', ''))].join('')
  }

  /** A number with a sign, a list or a map of constants: what `contains` is asked for. */
  #constant(token: Token): Json {
    if (token.kind === 'string') return token.text
    if (token.kind === 'number') return token.value
    const named = token.kind === 'name' ? constants.get(token.text) : undefined
    if (named !== undefined) return named
    if (token.text === '-') {
      const next = this.#take()
      if (next.kind !== 'number') throw unsupported('-', token.at)
      return -next.value
    }
    if (token.text === '[') return this.#nested(']', () => this.#list())
    if (token.text === '{') return this.#nested('}', () => this.#map())
    throw token.kind === 'end' ? this.#unexpected(token) : unsupported(token.text, token.at)
  }

  #list(): Json {
    const items: Json[] = []
    if (this.#isNext(']')) return items
    do items.push(this.#constant(this.#take()))
    while (this.#takes(','))
    return items
  }

  #map(): Json {
    const entries: (readonly [string, Json])[] = []
    if (this.#isNext('}')) return {}
    do {
      const key = this.#take()
      if (key.kind !== 'string' && key.kind !== 'name') throw this.#unexpected(key)
      this.#expect(':')
      entries.push([key.text, this.#constant(this.#take())])
    } while (this.#takes(','))
    return Object.fromEntries(entries)
  }

  #nested<T>(closing: string, read: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw new PathSyntaxError('is nested too deeply', this.#peek().at)
    const inner = read()
    this.#expect(closing)
    this.#depth -= 1
    return inner
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#unexpected(this.#peek())
  }

  #takes(text: string): boolean {
    if (!this.#isNext(text)) return false
    this.#next += 1
    return true
  }

  #isNext(word: string): boolean {
    const { kind, text } = this.#peek()
    return (kind === 'sign' || kind === 'name') && text === word
  }

  #take(): Token {
    const token = this.#peek()
    if (token.kind !== 'end') this.#next += 1
    return token
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 1 }
  }

  #unexpected(token: Token): PathSyntaxError {
    if (token.kind === 'end') return new PathSyntaxError('ends too early', token.at)
    return new PathSyntaxError(`${quoted(token.text)} is not expected`, token.at)
  }
}

const constants: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['null', null],
  ['true', true],
  ['false', false],
])

function joined(left: Filter, right: Filter): Filter {
  if (right.kind === 'identity') return left
  return left.kind === 'identity' ? right : { kind: 'pipe', left, right }
}
