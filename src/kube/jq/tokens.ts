import { PathSyntaxError, unsupported } from './syntax-error.ts'

/** One word of an expression; `at` counts characters from 1. */
export type Token =
  | { readonly kind: 'string'; readonly text: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number; readonly text: string; readonly at: number }
  /** A field with its dot before it: `.spec`; its text is the name alone. */
  | { readonly kind: 'name' | 'field' | 'sign'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number }

const words =
  /(?<space>[ \t\r\n]+)|(?<string>"(?:[^"\\]|\\.)*")|(?<number>(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|\.(?<field>[A-Za-z_][A-Za-z0-9_]*)|(?<name>[A-Za-z_][A-Za-z0-9_]*(?:::[A-Za-z0-9_]+)*)|(?<foreign>\?\/\/=?|\/\/=?|[|+*/%-]=|[$@][A-Za-z_]\w*)|(?<sign>\.\.|==|!=|<=|>=|[.[\](){}|,:;?<>-])|(?<other>.)/gsuy

/** Throws `PathSyntaxError`. */
export function tokensOf(text: string): readonly Token[] {
  const tokens = [...text.matchAll(words)].flatMap((found) => tokenOf(found.groups ?? {}, found.index + 1))
  return [...tokens, { kind: 'end', text: '', at: text.length + 1 }]
}

function tokenOf(
  { string, number, field, name, sign, foreign, other }: { readonly [group: string]: string | undefined },
  at: number,
): readonly Token[] {
  if (string !== undefined) return [{ kind: 'string', text: stringOf(string, at), at }]
  if (number !== undefined) return [{ kind: 'number', value: Number(number), text: number, at }]
  if (field !== undefined) return [{ kind: 'field', text: field, at }]
  if (name !== undefined) return [{ kind: 'name', text: name, at }]
  if (sign !== undefined) return [{ kind: 'sign', text: sign, at }]
  if (other === '"') throw new PathSyntaxError('the text is not closed', at)
  const strange = foreign ?? other
  if (strange !== undefined) throw unsupported(strange, at)
  return []
}

/** jq's strings are JSON's, and hold expressions in `\( )` besides. */
function stringOf(text: string, at: number): string {
  const inner = /(?<!\\)(?:\\\\)*\\\(/.exec(text)
  if (inner !== null) throw unsupported('\\(', at + inner.index + inner[0].length - 2)
  try {
    return String(JSON.parse(text))
  } catch {
    throw new PathSyntaxError('the text has an escape that JSON does not know', at)
  }
}
