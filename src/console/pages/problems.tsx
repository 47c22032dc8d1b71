import type { JSX } from 'hono/jsx/jsx-runtime'
import type { ReportProblem } from '../../report/report.ts'
import { placedMessage } from '../../report/report-problem.ts'
import { said } from './text.tsx'

const shownProblems = 50
const longestProblem = 1_000

const turns: { readonly [turn in ReportProblem['turn']]: string } = {
  author: 'for the author to mend',
  operator: 'for the operator to mend',
  platform: 'of the platform',
}

/** What could not be found out or used, each with whose turn it is. */
export function Problems({ problems }: { readonly problems: readonly ReportProblem[] }): JSX.Element {
  const more = problems.length - shownProblems
  return (
    <>
      {problems.slice(0, shownProblems).map((problem) => (
        <p class={`note ${problem.warning === true ? 'warn' : 'bad'}`}>
          <strong>{problem.warning === true ? 'Warning' : 'Problem'}:</strong>{' '}
          {said(placedMessage(problem), longestProblem)}{' '}
          <span class="small">
            ({said(problem.code, 60)}, {turns[problem.turn]}
            {problem.retryable ? ', tried again by itself' : ''})
          </span>
        </p>
      ))}
      {more > 0 ? <p class="muted">and {more} more problems</p> : ''}
    </>
  )
}
