import { userInfo } from 'node:os'
import { type TerminateResult, terminate } from '../../src/engine/terminate.ts'
import { UsageError } from '../node-only/command-line.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import { complain } from '../node-only/terminal.ts'
import type { Command } from './command.ts'
import { syncUntilEnded } from './sync.ts'

export const terminateCommand: Command = {
  name: 'terminate',
  usage: [['terminate APP', 'end the sync of APP that runs, as failed, or its retries']],
  details:
    'Nothing more of it is applied or deleted, and its running hooks are deleted; what was applied stays. It is not tried\nagain before a new commit comes or somebody asks for a sync. Exit code 2: nothing runs, and\nnothing is tried again.',
  options: ['json'],
  async run({ rest, values }) {
    const [application, ...more] = rest
    if (application === undefined || more.length > 0) throw new UsageError('terminate takes an application')
    const { ports } = await declaredPorts()
    const result = await terminate(ports, application, { by: userInfo().username })
    if (result.kind === 'terminated') {
      complain(`${application}: terminated`)
      return syncUntilEnded([application], { asked: false }, values.json ?? false)
    }
    complain(`plumbline: ${refusal(result, application)}`)
    return result.kind === 'contended' ? 3 : 2
  },
}

function refusal(result: Exclude<TerminateResult, { kind: 'terminated' }>, application: string): string {
  const name = JSON.stringify(application)
  switch (result.kind) {
    case 'unknown-application':
      return `nothing was ever synced of an application ${name}`
    case 'nothing-runs':
      return `no sync of ${name} runs`
    case 'being-deleted':
      return `${name} is being deleted, since it is declared no more; declare it again to stop that`
    case 'contended':
      return `the record of ${name} was written by others each time; do it again`
  }
}
