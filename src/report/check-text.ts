import type { CheckUp, Finding, Verdict } from './check-up.ts'
import { printable, shorten } from './printable.ts'

const marks: Readonly<Record<Verdict, string>> = {
  right: 'ok',
  note: 'note',
  wrong: 'WRONG',
  'no-answer': 'NO ANSWER',
}

const longestLine = 1_000

/** A line for each finding, and what they come to. */
export function checkText({ findings }: CheckUp): string {
  const lines = findings.map(lineOf)
  const counted = (['right', 'note', 'wrong', 'no-answer'] as const).map((verdict) => {
    return `${findings.filter((finding) => finding.verdict === verdict).length} ${words[verdict]}`
  })
  return `${[...lines, counted.join(', ')].join('\n')}\n`
}

const words: Readonly<Record<Verdict, string>> = {
  right: 'in order',
  note: 'to know',
  wrong: 'to mend',
  'no-answer': 'without an answer',
}

function lineOf({ about, verdict, says }: Finding): string {
  return `${marks[verdict].padEnd(9)}  ${shorten(printable(`${about}: ${says}`), longestLine)}`
}
