import { type Asked, syncNow } from '../../src/engine/ask.ts'
import type { ApplicationReport } from '../../src/report/report.ts'
import { declaredPorts } from '../node-only/terminal.ts'
import type { Command } from './command.ts'
import { tell } from './tell.ts'

export const syncCommand: Command = {
  name: 'sync',
  usage: [['sync [APP…] [--prune]', 'sync now, and wait until it has ended']],
  details:
    'Automation and past failures do not matter to it; the mode of the root and the brakes do. The answer also stands on\nthe commits. With --prune it also deletes what is not in Git any more.\nExit code 0: every application is Synced and Healthy.',
  options: ['json', 'prune'],
  run: ({ rest, values }) =>
    syncUntilEnded(rest, { asked: true, prune: values.prune ?? false }, values.json ?? false),
}

/** A command line may sleep: it calls again until nothing runs any more, and says meanwhile what it waits for. */
export async function syncUntilEnded(
  applications: readonly string[],
  wish: { readonly asked: boolean; readonly prune?: boolean },
  json: boolean,
): ReturnType<Command['run']> {
  const { ports } = await declaredPorts()
  let asked = await syncNow(ports, applications, wish)
  for (let waiting = running(asked); waiting.length > 0; waiting = running(asked)) {
    showProgress(waiting)
    const seconds = Math.min(
      ...waiting.map(({ outcome }) => (outcome?.phase === 'Running' ? outcome.callAgainIn : 1)),
    )
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    asked = replaced(
      asked,
      await syncNow(
        ports,
        waiting.map(({ name }) => name),
        wish,
      ),
    )
  }
  return tell(asked, 'sync', json)
}

function running({ applications }: Asked): readonly ApplicationReport[] {
  return applications.filter(({ outcome }) => outcome?.phase === 'Running')
}

function replaced(before: Asked, now: Asked): Asked {
  const applications = before.applications.map(
    (report) => now.applications.find(({ name }) => name === report.name) ?? report,
  )
  return { ...before, applications }
}

function showProgress(waiting: readonly ApplicationReport[]): void {
  if (!process.stderr.isTTY) return
  for (const { name, summary } of waiting) process.stderr.write(`${name}: ${summary}\n`)
}
