import { readCommand } from '../engine/command.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, isJsonObject, type JsonObject } from '../kube/json.ts'
import type { Intake } from './intake.ts'
import { idOf, ignored, objectOf, rejected, text } from './payload.ts'
import type { PullRequestDialect } from './pull-request.ts'

export const githubPullRequests: PullRequestDialect = {
  telling: new Set([
    'opened',
    'synchronize',
    'reopened',
    'edited',
    'ready_for_review',
    'converted_to_draft',
    'closed',
  ]),
  pointless: (changes) =>
    getOwn(changes, 'base') === undefined ? 'its texts alone were edited, which changes no plan' : undefined,
}

/** A new comment on a pull request whose first line speaks to Plumbline. GitHub does not say what head it had then. */
export function readComment(repository: Repository, payload: JsonObject, deliveryId: string): Intake {
  const issue = objectOf(payload, 'issue')
  const comment = objectOf(payload, 'comment')
  const number = idOf(issue, 'number')
  const commentId = idOf(comment, 'id')
  if (number === undefined || commentId === undefined)
    return rejected(400, 'the payload names no comment with a number')
  if (!isJsonObject(getOwn(issue, 'pull_request')))
    return ignored(deliveryId, 'the comment is on no pull request')
  if (text(payload, 'action') !== 'created')
    return ignored(deliveryId, 'only a new comment can ask for something')
  const command = readCommand(text(comment, 'body'))
  if (typeof command === 'string') return ignored(deliveryId, command)
  const author = text(objectOf(comment, 'user'), 'login')
  if (!isLogin(author)) return ignored(deliveryId, 'the comment has no author who could be asked about')
  const { host } = repository
  return {
    kind: 'trigger',
    trigger: { kind: 'comment', host, repository, number, commentId, author, command, deliveryId },
  }
}

function isLogin(login: string): boolean {
  return /^[\w-]{1,100}(?:\[bot\])?$/.test(login)
}
