import { userInfo } from 'node:os'
import { type AcknowledgeResult, acknowledge } from '../../src/engine/acknowledge.ts'
import { UsageError } from '../node-only/command-line.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import type { Command } from './command.ts'
import { leaveUntilEnded } from './leave.ts'
import { syncUntilEnded } from './sync.ts'

export const ackCommand: Command = {
  name: 'ack',
  usage: [['ack APP DIGEST', 'agree to the deletions that APP waits with']],
  details:
    'plan and the commit status give the digest: it is good for exactly those deletions. With automated pruning they are\ndone at once, else by the next sync --prune. Exit code 2: APP does not wait for that digest.',
  options: ['json'],
  async run({ rest, values }) {
    const [application, digest, ...more] = rest
    if (application === undefined || digest === undefined || more.length > 0) {
      throw new UsageError('ack takes an application and a digest')
    }
    const { ports } = await declaredPorts()
    const result = await acknowledge(ports, application, { digest, by: userInfo().username })
    const json = values.json ?? false
    if (result.kind === 'accepted')
      return (
        (await leaveUntilEnded(ports, application, json)) ??
        syncUntilEnded([application], { asked: false }, json)
      )
    process.stderr.write(`plumbline: ${refusal(result, application)}\n`)
    return result.kind === 'could-not-find-out' ? 3 : 2
  },
}

function refusal(result: Exclude<AcknowledgeResult, { kind: 'accepted' }>, application: string): string {
  const name = JSON.stringify(application)
  switch (result.kind) {
    case 'unknown-application':
      return `no root declares an application ${name}`
    case 'nothing-to-acknowledge':
      return `${name} waits for no acknowledgement`
    case 'another-digest':
      return `${name} waits for another digest: ${result.digest}; look at its plan again`
    case 'could-not-find-out':
      return `what ${name} waits for could not be found out: ${result.message}`
  }
}
