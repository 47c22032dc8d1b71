import type { PullRequest, PullRequests, Reaction } from '../githost/pull-requests.ts'
import { readCommand } from './command.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { Asked, Command, CommentTrigger, PullRequestTrigger } from './trigger.ts'

/** The pull request that a comment is obeyed on, or why it is not obeyed and how that is shown on it. */
type Permission =
  | { readonly kind: 'granted'; readonly pull: PullRequest }
  | { readonly kind: 'refused'; readonly reaction: Reaction; readonly reason: string }

/**
 * Does what a comment on a pull request asks for, when its author may write to the repository: the host is asked, not
 * the payload. Eyes on the comment say that it was heard, a thumb down that its author may not, a confused face that
 * it cannot be done.
 */
export async function obey(ports: Ports, trigger: CommentTrigger): Promise<void> {
  const { pullRequests } = ports.host(trigger.host)
  if (pullRequests === undefined) return
  const permission = await permit(pullRequests, trigger).catch(async (error: unknown) => {
    if (!problemOf(error).retryable) await react(ports, pullRequests, trigger, 'confused')
    throw error
  })
  if (permission.kind === 'refused') {
    const { reaction, reason } = permission
    ports.log('warn', 'a comment was not obeyed', { ...factsOf(trigger), reason })
    return react(ports, pullRequests, trigger, reaction)
  }
  ports.log('info', 'a comment is obeyed', factsOf(trigger))
  await react(ports, pullRequests, trigger, 'eyes')
  await ports.queue.enqueue({ kind: 'pullRequest', trigger: askedFor(trigger, permission.pull) }, 0)
}

/** A head that moved after the comment was written is not what its author looked at. */
async function permit(pullRequests: PullRequests, trigger: CommentTrigger): Promise<Permission> {
  const { repository, number, author, head } = trigger
  if (!(await isWritten(pullRequests, trigger)))
    return refused('confused', 'the host has no such comment of that author')
  if (!(await pullRequests.mayWrite(repository, author)))
    return refused('-1', 'its author may not write to the repository')
  const pull = await pullRequests.get(repository, number)
  if (pull === undefined) return refused('confused', 'there is no such pull request')
  if (pull.state === 'closed' && !pull.merged) return refused('confused', 'the pull request is closed')
  if (head !== undefined && head !== pull.head)
    return refused('confused', 'the pull request has another head since it was written')
  if (head === undefined && pull.fork)
    return refused('confused', 'the Git host does not say which head of the fork it was written about')
  return { kind: 'granted', pull }
}

/** Whoever holds a webhook secret could put words into anybody's mouth: the comment itself is read. */
async function isWritten(pullRequests: PullRequests, trigger: CommentTrigger): Promise<boolean> {
  const { repository, number, commentId, author, command } = trigger
  const comments = await pullRequests.comments(repository, number)
  const found = comments.find(({ id }) => id === commentId)
  if (found === undefined || found.author.toLowerCase() !== author.toLowerCase()) return false
  return sameCommand(readCommand(found.body), command)
}

function sameCommand(written: Command | string, told: Command): boolean {
  if (typeof written === 'string' || written.kind !== told.kind) return false
  return written.kind === 'plan' || (told.kind === 'acknowledge' && written.digest === told.digest)
}

function refused(reaction: Reaction, reason: string): Permission {
  return { kind: 'refused', reaction, reason }
}

function askedFor(trigger: CommentTrigger, { head }: PullRequest): PullRequestTrigger {
  const { host, repository, number, author, command, deliveryId } = trigger
  const agreed = command.kind === 'acknowledge' ? { acknowledges: command.digest } : {}
  const asked: Asked = { by: author, head, ...agreed }
  return { kind: 'pullRequest', host, repository, number, deliveryId, asked }
}

/** A sign for people, no part of the work: the comment may be gone, or the host may know no such sign. */
async function react(
  ports: Ports,
  pullRequests: PullRequests,
  trigger: CommentTrigger,
  reaction: Reaction,
): Promise<void> {
  try {
    await pullRequests.react(trigger.repository, trigger.commentId, reaction)
  } catch (error) {
    const { message } = problemOf(error)
    ports.log('warn', 'a comment got no reaction', { ...factsOf(trigger), error: message })
  }
}

function factsOf({ deliveryId, number, author, command }: CommentTrigger) {
  return { delivery: deliveryId, pullRequest: number, author, command: command.kind }
}
