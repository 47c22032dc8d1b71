import { shortSha } from '../git/commit.ts'
import { comparisonText } from './comparison-text.ts'
import { printable } from './printable.ts'
import type { ApplicationReport, Report, ReportProblem } from './report.ts'
import { placedMessage } from './report-problem.ts'

/** A report as people read it in a terminal: the state of each application, and what differs under it. */
export function reportText(report: Pick<Report, 'applications' | 'problems'>): string {
  const problems = report.problems.map((problem) => `${problemLine(problem)}\n`).join('')
  return problems + report.applications.map(applicationText).join('')
}

/** `shop on prod at 9f3c2ab: OutOfSync, Healthy` with its reason, its problems and its differences beneath. */
export function applicationText(application: ApplicationReport): string {
  const { name, cluster, commit, sync, health, verdict, summary, problems, comparison } = application
  const at = commit === undefined ? '' : ` at ${shortSha(commit)}`
  const title = `${printable(name)} on ${printable(cluster)}${at}: ${sync}, ${health.status}`
  const lines = [
    `${verdict}: ${printable(summary)}`,
    ...problems.map(problemLine),
    ...(comparison ? comparisonText(comparison).split('\n') : []),
  ]
  return `${[title, ...lines.filter((line) => line !== '').map((line) => `  ${line}`)].join('\n')}\n`
}

function problemLine(problem: ReportProblem): string {
  const level = problem.warning === true ? 'warning' : 'problem'
  return printable(`${level} (${problem.code}): ${placedMessage(problem)}`)
}
