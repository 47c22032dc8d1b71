import { sweepNow } from '../../src/engine/sweep-now.ts'
import type { Swept } from '../../src/report/swept.ts'
import { sweptText } from '../../src/report/swept-text.ts'
import { UsageError } from '../node-only/command-line.ts'
import { type ExitCode, exitCodeOf } from '../node-only/exit-code.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import type { Command } from './command.ts'

export const sweepCommand: Command = {
  name: 'sweep',
  usage: [['sweep', 'look at every application once, and do what a server would']],
  details:
    'Drift is healed or reported as each application says, pushes that were never heard of are synced, syncs that nobody\ngoes on with are gone on with as far as that goes without waiting. Open pull requests whose head has no plan are planned.\nThe answers stand on the commits. What has to wait (a health, a hook, a backoff) is left to the server or to the next\nsweep. Exit code 0: every application is Synced and Healthy, and none is orphaned, whatever the plans say.',
  options: ['json'],
  run: async ({ rest, values }) => {
    if (rest.length > 0) throw new UsageError('sweep takes no further words')
    const { ports } = await declaredPorts()
    return tellSwept(await sweepNow(ports), values.json ?? false)
  },
}

function tellSwept(swept: Swept, json: boolean): ExitCode {
  process.stdout.write(json ? `${JSON.stringify(swept, null, 2)}\n` : sweptText(swept))
  const reports = swept.applications.map(({ report }) => report)
  const code = exitCodeOf(reports, swept.problems)
  if (swept.skipped.length > 0) return 3
  return code === 0 && swept.orphans.length > 0 ? 1 : code
}
