import { type Asked, syncNow } from '../../src/engine/ask.ts'
import { parseSelector, type Selector } from '../../src/plan/selection.ts'
import type { ApplicationReport } from '../../src/report/report.ts'
import { present } from '../../src/settings/present.ts'
import { onlyOne, UsageError } from '../node-only/command-line.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import { complain } from '../node-only/terminal.ts'
import type { Command } from './command.ts'
import { tell } from './tell.ts'

export const syncCommand: Command = {
  name: 'sync',
  usage: [
    ['sync [APP…] [--prune]', 'sync now, and wait until it has ended'],
    ['sync APP --resource GROUP:KIND:NAME', 'sync only these objects, without hooks'],
  ],
  details:
    'Automation and past failures do not matter to it; the mode of the root and the brakes do. The answer also stands on\nthe commits. With --prune it also deletes what is not in Git any more.\n--resource may be given several times: GROUP:KIND:NAME or GROUP:KIND:NAMESPACE/NAME in globs, !… to leave out.\nExit code 0: every application is Synced and Healthy.',
  options: ['json', 'prune', 'resource'],
  run: ({ rest, values }) =>
    syncUntilEnded(
      rest,
      { asked: true, prune: values.prune ?? false, ...present({ only: selectors(rest, values.resource) }) },
      values.json ?? false,
    ),
}

function selectors(rest: readonly string[], words: readonly string[] = []): readonly Selector[] | undefined {
  if (words.length === 0) return undefined
  onlyOne(rest, 'sync --resource takes one application')
  return words.map((word) => {
    const selector = parseSelector(word)
    if (selector !== undefined) return selector
    throw new UsageError(`--resource ${JSON.stringify(word)} is no GROUP:KIND:NAME`)
  })
}

/** A command line may sleep: it calls again until nothing runs any more, and says meanwhile what it waits for. */
export async function syncUntilEnded(
  applications: readonly string[],
  wish: { readonly asked: boolean; readonly prune?: boolean; readonly only?: readonly Selector[] },
  json: boolean,
): ReturnType<Command['run']> {
  const { ports } = await declaredPorts()
  const own = { ...wish, askedAt: ports.now() }
  let asked = await syncNow(ports, applications, own)
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
        own,
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
  for (const { name, summary } of waiting) complain(`${name}: ${summary}`)
}
