import { readCommand } from '../engine/command.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, type JsonObject } from '../kube/json.ts'
import type { Intake } from './intake.ts'
import { commitOf, idOf, ignored, isSegment, objectOf, rejected, text } from './payload.ts'
import type { PullRequestDialect } from './pull-request.ts'

/**
 * `synchronized` is Gitea's word; other hosts of its dialect may say `synchronize`. That a draft became ready comes as an
 * edited title, a merge as `closed`, and the branch that it goes into as an edit of its ref.
 */
export const giteaPullRequests: PullRequestDialect = {
  telling: new Set(['opened', 'synchronized', 'synchronize', 'reopened', 'edited', 'closed']),
  pointless: (changes) =>
    isTextAlone(changes) ? 'the description alone was edited, which changes no plan' : undefined,
}

/** A new comment on a pull request whose first line speaks to Plumbline. */
export function readComment(repository: Repository, payload: JsonObject, deliveryId: string): Intake {
  const comment = objectOf(payload, 'comment')
  const number = idOf(objectOf(payload, 'issue'), 'number')
  const commentId = idOf(comment, 'id')
  const author = text(objectOf(comment, 'user'), 'login')
  if (number === undefined || commentId === undefined || !isSegment(author))
    return rejected(400, 'the payload names no comment with a number and an author')
  if (getOwn(payload, 'is_pull') !== true) return ignored(deliveryId, 'the comment is on no pull request')
  if (text(payload, 'action') !== 'created')
    return ignored(deliveryId, 'only a new comment can ask for something')
  const command = readCommand(text(comment, 'body'))
  if (typeof command === 'string') return ignored(deliveryId, command)
  const head = commitOf(objectOf(objectOf(payload, 'pull_request'), 'head'), 'sha')
  const { host } = repository
  const seen = head === undefined ? {} : { head }
  return {
    kind: 'trigger',
    trigger: { kind: 'comment', host, repository, number, commentId, author, command, deliveryId, ...seen },
  }
}

function isTextAlone(changes: JsonObject): boolean {
  const has = (key: string) => getOwn(changes, key) !== undefined
  return has('body') && !has('title') && !has('ref')
}
