import type { Command } from './trigger.ts'

const longestCommand = 1000

/** What the first line of a comment asks for, or why it asks for nothing. */
export function readCommand(body: string): Command | string {
  const [line = ''] = body.slice(0, longestCommand).split(/[\r\n]/, 1)
  const [address, verb, ...rest] = line.trimEnd().split(/[ \t]+/)
  if (address !== '/plumbline') return 'the comment does not speak to Plumbline'
  const [digest = ''] = rest
  if (verb === 'plan' && rest.length === 0) return { kind: 'plan' }
  if (verb === 'ack' && rest.length === 1 && /^[0-9a-f]{6,64}$/.test(digest))
    return { kind: 'acknowledge', digest }
  return 'the comment asks for nothing that Plumbline knows: plan, ack DIGEST'
}
