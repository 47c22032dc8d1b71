import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { objectAt, textAt } from './object.ts'
import { allows, rulesFor } from './rbac.ts'
import { Refusal } from './refusal.ts'
import type { ResourceRequest } from './request-info.ts'
import type { Store } from './store.ts'
import type { User } from './users.ts'

const access = 'selfsubjectaccessreviews'
const identity = 'selfsubjectreviews'

/** What everybody with a name may ask about themselves: the role system:basic-user. Nothing of it is stored. */
export function isSelfReview({ group, version, resource, verb, subresource }: ResourceRequest): boolean {
  const isKnown =
    (group === 'authorization.k8s.io' && resource === access) ||
    (group === 'authentication.k8s.io' && resource === identity)
  return isKnown && version === 'v1' && verb === 'create' && subresource === ''
}

export function answerSelfReview(
  store: Store,
  user: User,
  { resource }: ResourceRequest,
  text: string,
  now: number,
): Answer {
  return resource === identity ? identityOf(user, now) : accessOf(store, user, bodyOf(text))
}

function identityOf({ name, groups }: User, now: number): Answer {
  return jsonAnswer(201, {
    kind: 'SelfSubjectReview',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { creationTimestamp: new Date(now).toISOString().replace(/\.\d+/, '') },
    status: { userInfo: { username: name, uid: name, groups: [...groups] } },
  })
}

/** Of what is no resource, only whether the group of masters asks is known here. */
function accessOf(store: Store, user: User, body: JsonObject): Answer {
  const spec = objectAt(body, 'spec')
  const asked = getOwn(spec, 'resourceAttributes')
  if (!isJsonObject(asked ?? null) === (getOwn(spec, 'nonResourceAttributes') === undefined))
    throw incomplete()
  const attributes = objectAt(spec, 'resourceAttributes')
  const about = {
    verb: textAt(attributes, 'verb'),
    group: textAt(attributes, 'group'),
    resource: textAt(attributes, 'resource'),
    subresource: textAt(attributes, 'subresource'),
    name: textAt(attributes, 'name'),
  }
  const rules = rulesFor(store, user, textAt(attributes, 'namespace'))
  const allowed = user.groups.includes('system:masters') || rules.some((rule) => allows(rule, about))
  return jsonAnswer(201, {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec,
    status: { allowed },
  })
}

function incomplete(): Refusal {
  const message = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  const cause = { reason: 'FieldValueInvalid', message: `Invalid value: null: ${message}` }
  return new Refusal(422, `.authorization.k8s.io "" is invalid: spec.resourceAttributes: ${cause.message}`, {
    reason: 'Invalid',
    details: { group: 'authorization.k8s.io', causes: [{ ...cause, field: 'spec.resourceAttributes' }] },
  })
}

function bodyOf(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
