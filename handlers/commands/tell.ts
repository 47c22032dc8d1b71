import type { Asked } from '../../src/engine/ask.ts'
import { planText } from '../../src/report/plan-text.ts'
import type { ApplicationReport } from '../../src/report/report.ts'
import { applicationText, reportText } from '../../src/report/report-text.ts'
import { type ExitCode, exitCodeOf, isInOrder } from '../node-only/exit-code.ts'
import { complain } from '../node-only/terminal.ts'

/** Prints what was asked for, and gives the exit code that it means. */
export function tell(asked: Asked, command: 'plan' | 'sync' | 'status', json: boolean): ExitCode {
  const { applications, problems, unknown } = asked
  if (json) process.stdout.write(`${JSON.stringify(asked, null, 2)}\n`)
  else process.stdout.write(command === 'plan' ? plansText(asked) : reportText({ applications, problems }))
  for (const name of unknown) complain(`plumbline: no root declares an application ${JSON.stringify(name)}`)
  if (applications.length + problems.length + unknown.length === 0)
    complain('plumbline: no application is declared; name its root in the settings')
  const code = exitCodeOf(applications, problems, command === 'plan' ? wantsNothing : isInOrder)
  return unknown.length > 0 && code < 2 ? 2 : code
}

function plansText({ applications, problems }: Asked): string {
  const plans = applications.map((application) => {
    const plan = application.plan === undefined ? '' : planText(application.plan)
    return `${applicationText(application)}${plan}`
  })
  return reportText({ applications: [], problems }) + plans.join('')
}

function wantsNothing({ sync, plan }: ApplicationReport): boolean {
  return sync === 'Synced' && (plan?.blocks ?? []).every(({ code }) => code === 'observe-mode')
}
