import { serve } from '../node.ts'
import { UsageError, type Words } from '../node-only/command-line.ts'
import { createJsonLog } from '../node-only/json-log.ts'
import type { Command } from './command.ts'

export const serveCommand: Command = {
  name: 'serve',
  usage: [['serve [--host 0.0.0.0] [--port 8080]', 'answer webhooks and sync']],
  details:
    'Runs until it is told to stop (SIGINT, SIGTERM). Its log goes to standard output, one JSON object a line;\nwhen nobody reads that any more it goes on without.',
  options: ['host', 'port'],
  async run(words) {
    const log = createJsonLog((line) => process.stdout.write(line))
    const serving = await serve({ ...readServe(words), env: process.env, log })
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve())
      process.once('SIGTERM', () => resolve())
    })
    await serving.stop()
    return 0
  },
}

export function readServe({ rest, values }: Words): { readonly hostname: string; readonly port: number } {
  if (rest.length > 0) throw new UsageError('serve takes no further words')
  return { hostname: values.host ?? '0.0.0.0', port: portOf(values.port ?? '8080') }
}

function portOf(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535))
    throw new UsageError(`--port must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
  return port
}
