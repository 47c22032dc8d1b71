import { readFile } from 'node:fs/promises'
import { deliveryText, readDelivery } from '../../src/console/delivery-text.ts'
import { explain } from '../../src/engine/explain.ts'
import { explainText } from '../../src/report/explain-text.ts'
import type { Explanation } from '../../src/report/explanation.ts'
import type { ReportProblem } from '../../src/report/report.ts'
import { reportText } from '../../src/report/report-text.ts'
import { loadSettings } from '../../src/settings/load-settings.ts'
import { secretReader } from '../../src/settings/secret-reader.ts'
import { onlyOne, UsageError, type Words } from '../node-only/command-line.ts'
import { type ExitCode, exitCodeOf } from '../node-only/exit-code.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import { askServer } from '../node-only/server-client.ts'
import { complain, print } from '../node-only/terminal.ts'
import type { Command } from './command.ts'

export const explainCommand: Command = {
  name: 'explain',
  usage: [
    ['explain APP', 'why it is or is not synced, what differs, what touches it'],
    ['explain DELIVERY [--server URL] [--delivery]', 'which applications a delivery matched, and why'],
  ],
  details: `Nothing is written. What no root declares as an application is taken for the id of a delivery, and so is
everything after --delivery. Deliveries are asked of a running server: its address is --server or PLUMBLINE_SERVER, its
token PLUMBLINE_API_TOKEN or the settings' api.token.
Exit code 0: the application is Synced and Healthy, or the delivery is known; 2: neither is known.`,
  options: ['json', 'server', 'delivery'],
  async run(words) {
    const name = onlyOne(words.rest, 'explain takes one application, or the id of one delivery')
    const json = words.values.json ?? false
    if (words.values.delivery === true) return explainDelivery(name, serverOf(words), json)
    const { ports } = await declaredPorts()
    const explained = await explain(ports, name)
    if (explained.kind === 'explained') return tellExplanation(explained.explanation, json)
    if (explained.problems.length > 0) return tellProblems(name, explained.problems, json)
    return explainDelivery(
      name,
      serverOf(words, `no root declares an application ${JSON.stringify(name)}`),
      json,
    )
  },
}

function tellExplanation(explanation: Explanation, json: boolean): ExitCode {
  process.stdout.write(json ? `${JSON.stringify(explanation, null, 2)}\n` : explainText(explanation))
  return exitCodeOf([explanation.report], [])
}

/** It is declared and refused, or something that might declare it cannot be read. */
function tellProblems(name: string, problems: readonly ReportProblem[], json: boolean): ExitCode {
  complain(`plumbline: no usable declaration of an application ${JSON.stringify(name)} was found`)
  process.stdout.write(
    json ? `${JSON.stringify({ problems }, null, 2)}\n` : reportText({ applications: [], problems }),
  )
  return exitCodeOf([], problems) || 2
}

async function explainDelivery(id: string, url: string, json: boolean): Promise<ExitCode> {
  const path = `deliveries/${encodeURIComponent(id)}`
  const found = await askServer({ url, token: await apiToken(), fetch }, path)
  if (found === undefined) {
    complain(`plumbline: ${url} remembers no delivery ${JSON.stringify(id)}`)
    return 2
  }
  return print(json ? `${JSON.stringify(found, null, 2)}\n` : deliveryText(readDelivery(found, 'the answer')))
}

function serverOf({ values }: Words, otherwise = 'a delivery is asked of a running server'): string {
  const url = values.server ?? process.env.PLUMBLINE_SERVER ?? ''
  if (url !== '') return url
  throw new UsageError(`${otherwise}; to explain a delivery, name its server by --server or PLUMBLINE_SERVER`)
}

async function apiToken(): Promise<string> {
  const token = process.env.PLUMBLINE_API_TOKEN ?? ''
  if (token !== '') return token
  const source = { env: process.env, readFile: (path: string) => readFile(path, 'utf8') }
  const { api } = await loadSettings(source)
  if (api !== undefined) return secretReader(source)(api.token)
  throw new UsageError('the server asks for a token; set PLUMBLINE_API_TOKEN, or api.token in the settings')
}
