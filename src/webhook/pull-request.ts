import type { Repository } from '../git/repository.ts'
import type { JsonObject } from '../kube/json.ts'
import type { Intake } from './intake.ts'
import { idOf, ignored, objectOf, rejected, text } from './payload.ts'

/** How a host tells that the plan of a pull request may be another now. */
export interface PullRequestDialect {
  readonly telling: ReadonlySet<string>
  /** Why an edit changes no plan; undefined where it may. */
  readonly pointless: (changes: JsonObject) => string | undefined
}

/** A pull request whose plan may be another now. */
export function pullRequestIntake(
  { telling, pointless }: PullRequestDialect,
  repository: Repository,
  payload: JsonObject,
  deliveryId: string,
): Intake {
  const action = text(payload, 'action')
  const number = idOf(payload, 'number')
  if (number === undefined) return rejected(400, 'the payload names no pull request')
  if (!telling.has(action))
    return ignored(deliveryId, `the action ${JSON.stringify(action.slice(0, 60))} changes no plan`)
  const reason = action === 'edited' ? pointless(objectOf(payload, 'changes')) : undefined
  if (reason !== undefined) return ignored(deliveryId, reason)
  const { host } = repository
  return { kind: 'trigger', trigger: { kind: 'pullRequest', host, repository, number, deliveryId } }
}
