import type { Report } from './report.ts'
import { verdictOfProblem, worstVerdict } from './verdict.ts'

/** The report of one commit: the worst of its applications and of its own problems is its verdict. */
export function makeReport(parts: Omit<Report, 'verdict'>): Report {
  const verdicts = [
    ...parts.applications.map((application) => application.verdict),
    ...parts.problems.map(verdictOfProblem),
  ]
  return { ...parts, verdict: worstVerdict(verdicts) }
}
