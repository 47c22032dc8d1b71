import type { ScalarStyle, WrittenScalar } from '../../../kube/written-yaml.ts'
import { tagOf } from './text-tree.ts'

export interface ScalarForm {
  readonly style: ScalarStyle
  /** `!!int`, where the text alone would not say it; empty for none. */
  readonly tag: string
}

export interface ScalarPlace {
  readonly isFlow: boolean
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
  if (isKey && text.includes('\n')) style = 'double'
  if (style === 'plain') {
    if (!(isFlow ? traits.flowPlain : traits.blockPlain)) style = 'single'
    if (text === '' && (isFlow || isKey)) style = 'single'
  }
  if (style === 'single' && !traits.single) style = 'double'
  if ((style === 'literal' || style === 'folded') && (!traits.block || isFlow || isKey)) style = 'double'
  return { style, tag }
}

function shownTag({ tag, text, style, isTagged }: WrittenScalar): { tag: string; isForced: boolean } {
  if (tag === '' || isTagged === true) return { tag, isForced: false }
  if (tag === '!!str' && style !== 'plain') return { tag: '', isForced: false }
  const actual = text === '<<' ? '' : tagOf(text)
  if (actual === tag) return { tag: '', isForced: false }
  return tag === '!!str' ? { tag: '', isForced: true } : { tag, isForced: false }
}

interface Traits {
  readonly flowPlain: boolean
  readonly blockPlain: boolean
  readonly single: boolean
  readonly block: boolean
}

const unprintable = /[^\t\n\x20-\x7e\u0085\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/
const blockIndicators = /^(?:[#,[\]{}&*!|>'"%@`]|---|\.\.\.|[-?:](?:\s|$))|:(?:\s|$)|\s#/
const flowIndicators = /^[?:]|[,?[\]{}:]/

function analyse(text: string): Traits {
  const isSpecial = unprintable.test(text)
  const isPadded = /^\s|\s$/.test(text)
  const hasTab = text.includes('\t')
  const blockPlain = !(isSpecial || hasTab || isPadded || text.includes('\n') || blockIndicators.test(text))
  return {
    blockPlain,
    flowPlain: blockPlain && !flowIndicators.test(text),
    single: !(isSpecial || hasTab || / \n|\n /.test(text)),
    block: !(isSpecial || text === '' || / $| \n/.test(text)),
  }
}
