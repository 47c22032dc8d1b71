import { plainTag } from './plain-tag.ts'
import type { ScalarStyle, WrittenScalar } from './written-node.ts'

export interface ScalarForm {
  readonly style: ScalarStyle
  /** `!!int`, where the text alone would not say it; empty for none. */
  readonly tag: string
}

export interface ScalarPlace {
  readonly isFlow: boolean
  /** A key without a question mark. */
  readonly isKey: boolean
}

/** How go-yaml v3 writes a scalar: as it was, unless its text or place do not allow that. */
export function formOf(scalar: WrittenScalar, { isFlow, isKey }: ScalarPlace): ScalarForm {
  const { tag, isForced } = shownTag(scalar)
  const { text } = scalar
  let style = scalar.style
  if (style === 'plain' && text.includes('\n')) style = 'literal'
  else if (style === 'plain' && isForced) style = 'double'
  const traits = analyse(text)
  if (style === 'plain') {
    if (!(isFlow ? traits.flowPlain : traits.blockPlain)) style = 'single'
    if (text === '' && (isFlow || isKey)) style = 'single'
  }
  if (style === 'single' && !traits.single) style = 'double'
  if ((style === 'literal' || style === 'folded') && (!traits.block || isFlow || isKey)) style = 'double'
  return { style, tag }
}

export function shownTag({ tag, text, style, isTagged }: WrittenScalar): {
  readonly tag: string
  readonly isForced: boolean
} {
  if (tag === '' || isTagged === true) return { tag, isForced: false }
  if (tag === '!!str' && style !== 'plain') return { tag: '', isForced: false }
  const actual = text === '<<' ? '' : plainTag(text)
  if (actual === tag) return { tag: '', isForced: false }
  return tag === '!!str' ? { tag: '', isForced: true } : { tag, isForced: false }
}

interface Traits {
  readonly flowPlain: boolean
  readonly blockPlain: boolean
  readonly single: boolean
  readonly block: boolean
}

/** What YAML takes for a line break. */
export const anyBreak: RegExp = /[\n\r\u0085\u2028\u2029]/

const unprintable = /[^\t\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/
const padded = /^[ \n\r\u0085\u2028\u2029]|[ \n\r\u0085\u2028\u2029]$/
const blockIndicators = /^(?:[#,[\]{}&*!|>'"%@`]|---|\.\.\.|[-?:](?:[ \t]|$))|:(?:[ \t]|$)|[ \t]#/
const flowIndicators = /^[?:]|[,?[\]{}:]/
const spaceThenBreak = / [\n\r\u0085\u2028\u2029]/
const breakThenSpace = /[\n\r\u0085\u2028\u2029] /

function analyse(text: string): Traits {
  const isSpecial = unprintable.test(text)
  const hasTab = text.includes('\t')
  const endsInSpace = spaceThenBreak.test(text)
  const isPlain = !(isSpecial || hasTab || padded.test(text) || anyBreak.test(text))
  const blockPlain = isPlain && !blockIndicators.test(text)
  return {
    blockPlain,
    flowPlain: blockPlain && text !== '' && !flowIndicators.test(text),
    single: !(isSpecial || hasTab || endsInSpace || breakThenSpace.test(text)),
    block: !(isSpecial || text === '' || text.endsWith(' ') || endsInSpace),
  }
}
