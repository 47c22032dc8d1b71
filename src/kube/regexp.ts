import { RE2JS } from 're2js'
import type { Pattern } from './pattern.ts'

const maxPattern = 4096

/**
 * A regular expression that has to match the whole text, as Kustomize anchors its selectors; undefined when it is no
 * RE2 expression. Syntax: https://github.com/google/re2/wiki/Syntax
 */
export function anchoredRegExp(expression: string): Pattern | undefined {
  return compile(`^(?:${expression})$`)
}

/** A regular expression found anywhere in the text; undefined when it is no RE2 expression. */
export function unanchoredRegExp(expression: string): Pattern | undefined {
  return compile(expression, 'anywhere')
}

interface GlobOptions {
  /** With a separator `*` and `?` stop at it and `**` does not; without one `*` crosses everything. */
  readonly separator?: '/'
  readonly ignoreCase?: boolean
}

/**
 * A glob over the whole text: `*`, `**`, `?`, `[a-z]`, `[!a]`, `{one,two}`, `\` to escape; undefined when it is
 * malformed. Source: pkg.go.dev/github.com/gobwas/glob, which Argo CD uses.
 */
export function glob(pattern: string, options: GlobOptions = {}): Pattern | undefined {
  if (pattern.length > maxPattern) return undefined
  if (pattern === '**' || (pattern === '*' && options.separator === undefined)) return { matches: () => true }
  if (options.ignoreCase !== true && !/[*?[{\\]/.test(pattern)) return { matches: (text) => text === pattern }
  const expression = globToRegExp(pattern, options)
  if (expression === undefined) return undefined
  return compile(`^${options.ignoreCase === true ? '(?i)' : ''}(?s:${expression})$`)
}

function compile(expression: string, where: 'whole' | 'anywhere' = 'whole'): Pattern | undefined {
  if (expression.length > maxPattern * 4) return undefined
  try {
    const compiled = RE2JS.compile(expression)
    return { matches: (text) => (where === 'whole' ? compiled.matches(text) : compiled.test(text)) }
  } catch {
    return undefined
  }
}

function globToRegExp(pattern: string, { separator }: GlobOptions): string | undefined {
  const one = separator === undefined ? '.' : `[^${separator}]`
  let expression = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? ''
    if (char === '*') {
      const isDouble = pattern[at + 1] === '*'
      if (isDouble) at++
      expression += isDouble ? '.*' : `${one}*`
    } else if (char === '?') expression += one
    else if (char === '{') {
      depth++
      expression += '(?:'
    } else if (char === '}' && depth > 0) {
      depth--
      expression += ')'
    } else if (char === ',' && depth > 0) expression += '|'
    else if (char === '[') {
      const range = rangeAt(pattern, at)
      if (range === undefined) return undefined
      expression += range.expression
      at = range.end
    } else if (char === '\\') {
      at++
      if (at >= pattern.length) return undefined
      expression += RE2JS.quote(pattern[at] ?? '')
    } else expression += RE2JS.quote(char)
  }
  return depth === 0 ? expression : undefined
}

/** A character class from its `[` to its `]`; a `]` right after the start stands for itself. */
function rangeAt(pattern: string, start: number): { expression: string; end: number } | undefined {
  const isNegated = pattern[start + 1] === '!'
  const first = start + (isNegated ? 2 : 1)
  const end = pattern.indexOf(']', first + 1)
  if (end < 0) return undefined
  const members = pattern.slice(first, end).replace(/[\\\][^&~|]/g, '\\$&')
  return { expression: `[${isNegated ? '^' : ''}${members}]`, end }
}
