import { inspect } from '../../src/engine/ask.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import type { Command } from './command.ts'
import { tell } from './tell.ts'

export const statusCommand: Command = {
  name: 'status',
  usage: [['status [APP…]', 'sync and health; each differing field under its object']],
  details: 'Nothing is written. Exit code 0: every application is Synced and Healthy.',
  options: ['json'],
  async run({ rest, values }) {
    const { ports } = await declaredPorts()
    return tell(await inspect(ports, rest), 'status', values.json ?? false)
  },
}
