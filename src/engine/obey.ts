import type { Ports } from './ports.ts'
import type { CommentTrigger } from './trigger.ts'

/** Does what a comment on a pull request asks for, when its author may ask for it. */
export async function obey(_ports: Ports, _trigger: CommentTrigger): Promise<void> {
  throw new Error('nothing enqueues this yet')
}
