/** Which ways of writing a text YAML allows, as libyaml sees it. */
export interface TextTraits {
  readonly hasBreaks: boolean
  readonly plain: boolean
  readonly single: boolean
  readonly literal: boolean
}

/** Source: go.yaml.in/yaml/v2 emitterc.go. */
export function analyseText(text: string): TextTraits {
  const hasBreaks = lineBreak.test(text)
  const isSpecial = unprintable.test(text)
  const breakThenSpace = hasBreaks && /[\n\u2028\u2029] /.test(text)
  const spaceThenBreak = hasBreaks && / [\n\u2028\u2029]/.test(text)
  const isPadded = text.startsWith(' ') || text.endsWith(' ')
  return {
    hasBreaks,
    plain: !(hasBreaks || isSpecial || isPadded || indicators.test(text)),
    single: !(breakThenSpace || spaceThenBreak || isSpecial),
    literal: !(text.endsWith(' ') || spaceThenBreak || isSpecial),
  }
}

export const lineBreak: RegExp = /[\n\u2028\u2029]/

/** Characters beyond U+FFFF count among them. */
const unprintable = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/

const indicators = /^(?:[,[\]{}&*!|>'"%@`#]|---|\.\.\.|[-?:](?: |$))|:(?: |$)| #/
