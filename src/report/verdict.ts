import type { ReportProblem, Verdict } from './report.ts'

/** Best to worst. */
const order: readonly Verdict[] = ['success', 'pending', 'failure', 'error']

export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>((worst, next) => (isWorse(next, worst) ? next : worst), 'success')
}

export function isWorse(a: Verdict, b: Verdict): boolean {
  return order.indexOf(a) > order.indexOf(b)
}

/** What the author can mend is a failure; anything else means that we could not find out. */
export function verdictOfProblem(problem: ReportProblem): Verdict {
  if (problem.warning === true) return 'success'
  return problem.turn === 'author' ? 'failure' : 'error'
}
