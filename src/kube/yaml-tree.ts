import { Composer, type CST, type Document, type ErrorCode, Lexer, LineCounter, Parser } from 'yaml'
import { YamlError, type YamlErrorCode } from './yaml-error.ts'
import type { YamlLimits } from './yaml-limits.ts'

export interface YamlTree {
  readonly documents: readonly Document.Parsed[]
  readonly lines: LineCounter
}

/** A line of YAML has about seven lexemes and two nodes; comments and blank lines have none of the latter. */
const lexemesPerNode = 8

/** What the parser's stack holds besides the collections that are open. */
const documentAndScalar = 2

/** Text to syntax trees. The caps hold before the recursive composer sees anything; the first error ends it. */
export function parseYamlTree(text: string, limits: YamlLimits, file?: string): YamlTree {
  if (text.length > limits.size) {
    throw new YamlError('too-large', `the text is longer than ${limits.size} characters; split it`, file, 1)
  }
  const lines = new LineCounter()
  const fail = (code: YamlErrorCode, what: string, offset: number): never => {
    throw new YamlError(code, what, file, Math.max(1, lines.linePos(offset).line))
  }
  const documents = composeDocuments(boundedTokens(text, limits, lines, fail), fail)
  return { documents: [...documents], lines }
}

type Fail = (code: YamlErrorCode, what: string, offset: number) => never

function* composeDocuments(tokens: Iterable<CST.Token>, fail: Fail): Generator<Document.Parsed> {
  const composer = new Composer({ schema: 'failsafe', resolveKnownTags: false, uniqueKeys: false })
  failFast(composer, fail)
  for (const document of composer.compose(tokens)) {
    const [error] = document.errors
    if (error) fail('syntax', explain(error.code), error.pos[0])
    yield document
  }
}

/**
 * The composer collects errors, up to one per character, and takes what is thrown inside a collection for another
 * error: so the first one is kept and thrown again.
 */
function failFast(composer: Composer, fail: Fail): void {
  let first: { code: ErrorCode; offset: number } | undefined
  const onError: ComposeErrorHandler = (source, code, _message, isWarning) => {
    if (isWarning) return
    first ??= { code, offset: offsetOf(source) }
    fail('syntax', explain(first.code), first.offset)
  }
  Object.assign(composer, { onError })
}

type ComposeErrorHandler = (
  source: number | readonly number[] | { offset: number },
  code: ErrorCode,
  message: string,
  isWarning?: boolean,
) => void

function offsetOf(source: number | readonly number[] | { offset: number }): number {
  if (typeof source === 'number') return source
  return 'offset' in source ? source.offset : (source[0] ?? 0)
}

function* boundedTokens(
  text: string,
  limits: YamlLimits,
  lines: LineCounter,
  fail: Fail,
): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  let lexemes = 0
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > limits.nodes * lexemesPerNode) {
      fail('too-many-nodes', `more than ${limits.nodes} keys and values; split it`, parser.offset)
    }
    if (parser.stack.length > limits.depth + documentAndScalar) {
      fail('too-deep', `the nesting is deeper than ${limits.depth} levels; flatten it`, parser.offset)
    }
    yield* withoutErrors(parser.next(lexeme), fail)
  }
  yield* withoutErrors(parser.end(), fail)
}

function* withoutErrors(tokens: Iterable<CST.Token>, fail: Fail): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type === 'error') fail('syntax', explain('UNEXPECTED_TOKEN'), token.offset)
    yield token
  }
}

const explanations: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias cannot have an anchor or a tag',
  BAD_ALIAS: 'an anchor or alias has no usable name',
  BAD_DIRECTIVE: 'a % directive that YAML does not know',
  BAD_DQ_ESCAPE: 'an escape that double quotes do not allow; double the backslash or use single quotes',
  BAD_INDENT: 'the indentation does not fit the lines above',
  BAD_SCALAR_START: 'a plain value cannot start with this character; quote it',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping on one line inside another; quote the value that holds ": "',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTILINE_IMPLICIT_KEY: 'a key spreads over several lines; is a colon missing?',
  RESOURCE_EXHAUSTION: 'the nesting is too deep',
  TAB_AS_INDENT: 'a tab is used for indentation; use spaces',
}

/** The parser's own messages quote the text, which may be a secret. */
function explain(code: ErrorCode): string {
  return `not valid YAML: ${explanations[code] ?? code.toLowerCase().replaceAll('_', ' ')}`
}
