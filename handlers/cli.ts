#!/usr/bin/env node
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type Asked, inspect, syncNow } from '../src/engine/ask.ts'
import type { Log } from '../src/engine/log.ts'
import { reconcile } from '../src/engine/reconcile.ts'
import type { RosterEntry } from '../src/engine/roster.ts'
import { createSourceReading } from '../src/engine/source-reading.ts'
import { printManifests } from '../src/render/print.ts'
import { renderApp } from '../src/render/render-app.ts'
import { planText } from '../src/report/plan-text.ts'
import type { ApplicationReport } from '../src/report/report.ts'
import { applicationText, reportText } from '../src/report/report-text.ts'
import { loadSettings } from '../src/settings/load-settings.ts'
import { serve } from './node.ts'
import { defaultKubeconfig } from './node-only/cluster-access.ts'
import { type Command, readCommandLine, UsageError } from './node-only/command-line.ts'
import { directoryApp } from './node-only/directory.ts'
import { type ExitCode, exitCodeOf, exitCodeOfError } from './node-only/exit-code.ts'
import { createJsonLog } from './node-only/json-log.ts'
import { createNodePorts, type NodePorts } from './node-only/node-ports.ts'

const quiet: Log = () => {}

async function main(words: readonly string[]): Promise<ExitCode> {
  try {
    return await run(readCommandLine(words, isDirectory))
  } catch (error) {
    process.stderr.write(`plumbline: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? 2 : exitCodeOfError(error)
  }
}

function run(command: Command): Promise<ExitCode> {
  switch (command.command) {
    case 'help':
      return print(command.text)
    case 'version':
      return version()
    case 'serve':
      return serveUntilStopped(command)
    case 'render':
      return render(command.directory)
    case 'plan-directory':
      return planDirectory(command)
    case 'plan':
    case 'status':
      return look(command)
    case 'sync':
      return syncUntilEnded(command)
  }
}

async function print(text: string): Promise<ExitCode> {
  process.stdout.write(text)
  return 0
}

async function version(): Promise<ExitCode> {
  const file = new URL('../../package.json', import.meta.url)
  const { version: number } = JSON.parse(await readFile(file, 'utf8'))
  return print(`${number}\n`)
}

async function serveUntilStopped({
  hostname,
  port,
}: Extract<Command, { command: 'serve' }>): Promise<ExitCode> {
  const log = createJsonLog((line) => process.stdout.write(line))
  const serving = await serve({ hostname, port, env: process.env, log })
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await serving.stop()
  return 0
}

async function render(directory: string): Promise<ExitCode> {
  const { settings, application } = directoryApp(directory, { namespace: '', kubeconfig: '' })
  const { ports } = await createNodePorts({
    settings: { ...settings, clusters: [] },
    env: process.env,
    log: quiet,
    queue: noQueue,
  })
  const reading = createSourceReading(ports)
  const commit = await reading.commit(application.declaredAt.repository, 'HEAD')
  const { manifests } = await renderApp(application, commit, await reading.tree(commit))
  return print(printManifests(manifests))
}

async function planDirectory(command: Extract<Command, { command: 'plan-directory' }>): Promise<ExitCode> {
  const kubeconfig = defaultKubeconfig(process.env)
  const { settings, root, application } = directoryApp(command.directory, { ...command, kubeconfig })
  const { ports } = await createNodePorts({ settings, env: process.env, log: quiet, queue: noQueue })
  const reading = createSourceReading(ports)
  const commit = await reading.commit(application.declaredAt.repository, 'HEAD')
  const tree = await reading.tree(commit)
  const rendered = await ports.renders.render(application, commit, tree)
  const source: RosterEntry['source'] = { kind: 'rendered', rendered, tree }
  const entry: RosterEntry = { application, root, cluster: root.cluster, declaredBy: commit, source }
  const { report } = await reconcile(ports, entry, { asked: false, mayWrite: false })
  return tell({ applications: [report], problems: [], unknown: [] }, 'plan', command.json)
}

async function look(command: Extract<Command, { command: 'plan' | 'sync' | 'status' }>): Promise<ExitCode> {
  const { ports } = await nodePorts()
  return tell(await inspect(ports, command.applications), command.command, command.json)
}

/** A command line may sleep: it calls again until nothing runs any more, and says meanwhile what it waits for. */
async function syncUntilEnded(
  command: Extract<Command, { command: 'plan' | 'sync' | 'status' }>,
): Promise<ExitCode> {
  const { ports } = await nodePorts()
  let asked = await syncNow(ports, command.applications)
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
      ),
    )
  }
  return tell(asked, 'sync', command.json)
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

function tell(asked: Asked, command: 'plan' | 'sync' | 'status', json: boolean): ExitCode {
  const { applications, problems, unknown } = asked
  if (json) process.stdout.write(`${JSON.stringify(asked, null, 2)}\n`)
  else process.stdout.write(command === 'plan' ? plansText(asked) : reportText({ applications, problems }))
  for (const name of unknown)
    process.stderr.write(`plumbline: no root declares an application ${JSON.stringify(name)}\n`)
  const code = exitCodeOf(applications, problems, command === 'plan' ? wantsNothing : isSyncedAndHealthy)
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

function isSyncedAndHealthy({ sync, health }: ApplicationReport): boolean {
  return sync === 'Synced' && health.status === 'Healthy'
}

async function nodePorts(): Promise<NodePorts> {
  const settings = await loadSettings({ env: process.env, readFile: (path) => readFile(path, 'utf8') })
  return createNodePorts({ settings, env: process.env, log: quiet, queue: noQueue })
}

/** The command line calls again by itself. */
const noQueue = { enqueue: async () => {} }

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

process.exitCode = await main(process.argv.slice(2))
