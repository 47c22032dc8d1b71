import type { Command } from './trigger.ts'

const longestCommand = 1000

/** What the first line of a comment asks for, or why it asks for nothing. */
export function readCommand(body: string): Command | string {
  const [line = ''] = body.slice(0, longestCommand).split(/[\r\n]/, 1)
  const [address, verb = '', ...rest] = line.trimEnd().split(/[ \t]+/)
  if (address !== '/plumbline') return 'the comment does not speak to Plumbline'
  const [word] = rest
  if (rest.length <= 1) {
    if (verb === 'plan' && word === undefined) return { kind: 'plan' }
    if (verb === 'ack' && word !== undefined && /^[0-9a-f]{6,64}$/.test(word))
      return { kind: 'acknowledge', digest: word }
    if ((verb === 'terminate' || verb === 'adopt') && isName(word))
      return { kind: verb, ...(word === undefined ? {} : { application: word }) }
  }
  return 'the comment asks for nothing that Plumbline knows: plan, ack DIGEST, terminate [APP], adopt [APP]'
}

function isName(word: string | undefined): boolean {
  return word === undefined || /^[A-Za-z0-9][A-Za-z0-9._/-]{0,252}$/.test(word)
}

/** As a comment asks for it. */
export function commandText(command: Command): string {
  switch (command.kind) {
    case 'plan':
      return '/plumbline plan'
    case 'acknowledge':
      return `/plumbline ack ${command.digest}`
    case 'terminate':
    case 'adopt':
      return `/plumbline ${command.kind}${command.application === undefined ? '' : ` ${command.application}`}`
  }
}
