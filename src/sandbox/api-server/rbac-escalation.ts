import type { JsonObject } from '../../kube/json.ts'
import { listAt, objectAt, objectsAt, textAt } from './object.ts'
import { allows, rulesFor, rulesOf } from './rbac.ts'
import { forbidden, type ResourceName } from './refusal.ts'
import type { Store } from './store.ts'
import type { User } from './users.ts'

const rbacGroup = 'rbac.authorization.k8s.io'

/**
 * Refuses a role, or a binding of one, that gives more than its writer has, unless they may `escalate` or `bind`.
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
export function assertNoEscalation(
  store: Store,
  user: User,
  kind: ResourceName,
  namespace: string,
  object: JsonObject,
): void {
  if (kind.group !== rbacGroup || user.groups.includes('system:masters')) return
  const held = rulesFor(store, user, namespace)
  const isBinding = kind.resource.endsWith('bindings')
  const ref = objectAt(object, 'roleRef')
  const target = isBinding ? roleResource(ref) : kind.resource
  const name = isBinding ? textAt(ref, 'name') : textAt(object, 'metadata', 'name')
  const special = {
    group: rbacGroup,
    resource: target,
    subresource: '',
    name,
    verb: isBinding ? 'bind' : 'escalate',
  }
  if (held.some((rule) => allows(rule, special))) return
  const given = isBinding ? rulesOf(store, ref, namespace) : objectsAt(object, 'rules')
  const missing = given.filter((rule) => !isCovered(rule, held))
  if (missing.length === 0) return
  const who = `user ${JSON.stringify(user.name)} (groups=${JSON.stringify(user.groups)})`
  const what = missing.map((rule) => JSON.stringify(rule)).join('\n')
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${what}`
  throw forbidden(kind, textAt(object, 'metadata', 'name'), why)
}

function roleResource(ref: JsonObject): string {
  return textAt(ref, 'kind') === 'Role' ? 'roles' : 'clusterroles'
}

/** Everything that a rule allows is allowed by one of the others. */
function isCovered(rule: JsonObject, held: readonly JsonObject[]): boolean {
  const texts = (key: string) => listAt(rule, key).map(String)
  const names = texts('resourceNames')
  return texts('verbs').every((verb) =>
    texts('apiGroups').every((group) =>
      texts('resources').every((path) => {
        const [resource = '', subresource = ''] = path.split('/')
        return (names.length === 0 ? [''] : names).every((name) =>
          held.some((one) => allows(one, { verb, group, resource, subresource, name })),
        )
      }),
    ),
  )
}
