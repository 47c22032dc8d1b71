import { userInfo } from 'node:os'
import { type AdoptResult, adopt } from '../../src/engine/adopt.ts'
import { formatKey } from '../../src/kube/object-key.ts'
import { UsageError } from '../node-only/command-line.ts'
import { declaredPorts } from '../node-only/quiet-ports.ts'
import type { Command } from './command.ts'
import { syncUntilEnded } from './sync.ts'

export const adoptCommand: Command = {
  name: 'adopt',
  usage: [['adopt APP', 'take the objects of APP over from Argo CD or Flux']],
  details:
    'Stop the other one first, without letting it delete anything: it would take them back. No field of an object is\nchanged, only whose the fields are; what follows is a sync as for any commit. Exit code 2: there is nothing to adopt.',
  options: ['json'],
  async run({ rest, values }) {
    const [application, ...more] = rest
    if (application === undefined || more.length > 0) throw new UsageError('adopt takes an application')
    const { ports } = await declaredPorts()
    const result = await adopt(ports, application, userInfo().username)
    if (result.kind !== 'adopted') {
      process.stderr.write(`plumbline: ${refusal(result, application)}\n`)
      return result.kind === 'could-not-find-out' || result.kind === 'busy' ? 3 : 2
    }
    for (const { key, from } of result.objects)
      process.stderr.write(`adopted ${formatKey(key)} from ${from}\n`)
    return syncUntilEnded([application], { asked: false }, values.json ?? false)
  },
}

function refusal(result: Exclude<AdoptResult, { kind: 'adopted' }>, application: string): string {
  const name = JSON.stringify(application)
  switch (result.kind) {
    case 'unknown-application':
      return `no root declares an application ${name}`
    case 'nothing-to-adopt':
      return `nothing of ${name} is managed by another GitOps tool`
    case 'observed-only':
      return `the root of ${name} only observes; set mode: sync to let it write`
    case 'busy':
      return `a sync of ${name} runs, or somebody else is at work on it; do it again when that has ended`
    case 'could-not-find-out':
      return `what ${name} declares could not be found out: ${result.message}`
  }
}
