import type { Comment, PullRequest, PullRequests, Reaction } from '../githost/pull-requests.ts'
import { commandText, readCommand } from './command.ts'
import { operate } from './operate.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { Asked, CommentTrigger, PullRequestTrigger } from './trigger.ts'

/** The pull request that a comment is obeyed on, or why it is not obeyed and how that is shown on it. */
type Permission =
  | { readonly kind: 'granted'; readonly pull: PullRequest; readonly comment: Comment }
  | { readonly kind: 'refused'; readonly reaction: Reaction; readonly reason: string }

/**
 * Does what a comment on a pull request asks for, when its author may write to the repository: the host is asked, not
 * the payload. Eyes on the comment say that it was heard, a thumb up that it was done where no plan or status tells,
 * a thumb down that its author may not, a confused face that it cannot be done.
 */
export async function obey(ports: Ports, trigger: CommentTrigger): Promise<void> {
  const { pullRequests } = ports.host(trigger.host)
  if (pullRequests === undefined) return
  const permission = await permit(pullRequests, trigger).catch(async (error: unknown) => {
    if (!problemOf(error).retryable) await react(ports, pullRequests, trigger, 'confused')
    throw error
  })
  if (permission.kind === 'refused') return refuse(ports, pullRequests, trigger, permission)
  const { pull, comment } = permission
  ports.log('info', 'a comment is obeyed', factsOf(trigger))
  await react(ports, pullRequests, trigger, 'eyes')
  const { command } = trigger
  if (command.kind === 'plan' || command.kind === 'acknowledge')
    return ports.queue.enqueue({ kind: 'pullRequest', trigger: askedFor(trigger, pull) }, 0)
  const done = await operate(ports, { trigger, command, pull, writtenAt: Date.parse(comment.createdAt) })
  if (done === 'done') return react(ports, pullRequests, trigger, '+1')
  return refuse(ports, pullRequests, trigger, { reaction: 'confused', reason: done.refused })
}

function refuse(
  ports: Ports,
  pullRequests: PullRequests,
  trigger: CommentTrigger,
  { reaction, reason }: Pick<Extract<Permission, { kind: 'refused' }>, 'reaction' | 'reason'>,
): Promise<void> {
  ports.log('warn', 'a comment was not obeyed', { ...factsOf(trigger), reason })
  return react(ports, pullRequests, trigger, reaction)
}

/** A head that moved after the comment was written is not what its author looked at. */
async function permit(pullRequests: PullRequests, trigger: CommentTrigger): Promise<Permission> {
  const { repository, number, author } = trigger
  const comment = await written(pullRequests, trigger)
  if (comment === undefined) return refused('confused', 'the host has no such comment of that author')
  if (!(await pullRequests.mayWrite(repository, author)))
    return refused('-1', 'its author may not write to the repository')
  const pull = await pullRequests.get(repository, number)
  if (pull === undefined) return refused('confused', 'there is no such pull request')
  if (pull.state === 'closed' && !pull.merged) return refused('confused', 'the pull request is closed')
  const moved = otherHead(trigger, pull)
  return moved === undefined ? { kind: 'granted', pull, comment } : refused('confused', moved)
}

/** What is asked of applications as they are deployed is not about a head. */
function otherHead({ command, head }: CommentTrigger, pull: PullRequest): string | undefined {
  if (command.kind === 'terminate' || command.kind === 'adopt') return undefined
  if (head !== undefined && head !== pull.head)
    return 'the pull request has another head since it was written'
  return head === undefined && pull.fork
    ? 'the Git host does not say which head of the fork it was written about'
    : undefined
}

/** Whoever holds a webhook secret could put words into anybody's mouth: the comment itself is read. */
async function written(pullRequests: PullRequests, trigger: CommentTrigger): Promise<Comment | undefined> {
  const { repository, number, commentId, author, command } = trigger
  const comments = await pullRequests.comments(repository, number)
  const found = comments.find(({ id }) => id === commentId)
  if (found === undefined || found.author.toLowerCase() !== author.toLowerCase()) return undefined
  const said = readCommand(found.body)
  return typeof said !== 'string' && commandText(said) === commandText(command) ? found : undefined
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
