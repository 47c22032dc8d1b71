import type { PushTrigger } from '../engine/trigger.ts'
import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, type JsonObject } from '../kube/json.ts'
import type { Intake } from './intake.ts'
import { commitOf, ignored, isRef, rejected, text } from './payload.ts'

/** A moved, created or deleted ref. A deleted branch comes as `delete` alone, with its short name. */
export function readMove(
  event: 'push' | 'delete',
  repository: Repository,
  payload: JsonObject,
  deliveryId: string,
): Intake {
  const ref = event === 'push' ? text(payload, 'ref') : deletedRef(payload)
  if (!isRef(ref)) return rejected(400, 'the payload names no ref')
  const after = text(payload, 'after')
  if (event === 'push' && after !== '' && text(payload, 'before') === after) {
    return ignored(deliveryId, 'nothing moved: a test delivery')
  }
  return { kind: 'trigger', trigger: pushTrigger(repository, ref, payload, deliveryId) }
}

function pushTrigger(
  repository: Repository,
  ref: string,
  payload: JsonObject,
  deliveryId: string,
): PushTrigger {
  const before = commitOf(payload, 'before')
  const after = commitOf(payload, 'after')
  return {
    kind: 'push',
    host: repository.host,
    repository,
    ref,
    deliveryId,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(wasMovedBack(payload, before, after) ? { forced: true } : {}),
  }
}

/**
 * Gitea does not say that a push was forced. A branch that moved and brought no commit was moved back; one that was
 * moved sideways looks like any other push.
 */
function wasMovedBack(payload: JsonObject, before?: CommitSha, after?: CommitSha): boolean {
  return before !== undefined && after !== undefined && getOwn(payload, 'total_commits') === 0
}

function deletedRef(payload: JsonObject): string {
  const ref = text(payload, 'ref')
  if (ref === '' || ref.startsWith('refs/')) return ref
  return text(payload, 'ref_type') === 'tag' ? `refs/tags/${ref}` : `refs/heads/${ref}`
}
