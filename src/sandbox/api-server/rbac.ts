import type { Json, JsonObject } from '../../kube/json.ts'
import { listAt, objectAt, objectsAt, shownText, textAt } from './object.ts'
import { forbidden, Refusal } from './refusal.ts'
import type { PathRequest, ResourceRequest } from './request-info.ts'
import type { Store } from './store.ts'
import type { User } from './users.ts'

const rbacGroup = 'rbac.authorization.k8s.io'

/** What a rule is asked about. */
export type Attributes = Pick<ResourceRequest, 'group' | 'resource' | 'subresource' | 'name'> & {
  readonly verb: string
}

/** What anybody may read: the role system:public-info-viewer. */
const publicPaths: readonly string[] = ['/healthz', '/livez', '/readyz', '/version', '/version/']
/** What whoever has a name may read: the role system:discovery. */
const discoveryPaths: readonly string[] = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*']

/**
 * Refuses what no stored Role or ClusterRole allows the user.
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/
 */
export function authorise(store: Store, user: User, request: ResourceRequest | PathRequest): void {
  if (user.groups.includes('system:masters')) return
  if (!request.isResource) {
    authorisePath(store, user, request)
    return
  }
  const rules = rulesFor(store, user, request.namespace)
  if (rules.some((rule) => allows(rule, request))) return
  throw denied(user, request)
}

function authorisePath(store: Store, user: User, { verb, path }: PathRequest): void {
  const open = user.groups.includes('system:authenticated')
    ? [...publicPaths, ...discoveryPaths]
    : publicPaths
  if (verb === 'get' && open.some((pattern) => matchesPath(pattern, path))) return
  const rules = rulesFor(store, user, '')
  const isAllowed = rules.some(
    (rule) =>
      has(rule, 'verbs', verb) &&
      listAt(rule, 'nonResourceURLs').some((one) => matchesPath(shownText(one), path)),
  )
  if (isAllowed) return
  const message = `forbidden: User ${JSON.stringify(user.name)} cannot ${verb} path ${JSON.stringify(path)}`
  throw new Refusal(403, message, { reason: 'Forbidden', details: {} })
}

function matchesPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path
}

function denied(user: User, request: ResourceRequest): Refusal {
  const { verb, group, resource, subresource, namespace, name } = request
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const text = `User ${JSON.stringify(user.name)} cannot ${verb} resource ${JSON.stringify(what)}`
  const why = `${text} in API group ${JSON.stringify(group)} ${where}`
  return forbidden({ group, resource, kind: '' }, name, why)
}

/** The rules of all roles that bind the user, in the whole cluster or in the namespace. */
export function rulesFor(store: Store, user: User, namespace: string): readonly JsonObject[] {
  const clusterWide = store.list(`${rbacGroup}/clusterrolebindings`)
  const inNamespace = namespace === '' ? [] : store.list(`${rbacGroup}/rolebindings`, namespace)
  return [...clusterWide, ...inNamespace]
    .filter((binding) => objectsAt(binding, 'subjects').some((subject) => isSubject(subject, user)))
    .flatMap((binding) => rulesOf(store, objectAt(binding, 'roleRef'), namespace))
}

function isSubject(subject: JsonObject, user: User): boolean {
  const name = textAt(subject, 'name')
  switch (textAt(subject, 'kind')) {
    case 'User':
      return name === user.name
    case 'Group':
      return user.groups.includes(name)
    case 'ServiceAccount':
      return user.name === `system:serviceaccount:${textAt(subject, 'namespace')}:${name}`
    default:
      return false
  }
}

export function rulesOf(store: Store, ref: JsonObject, namespace: string): readonly JsonObject[] {
  const isRole = textAt(ref, 'kind') === 'Role'
  const table = `${rbacGroup}/${isRole ? 'roles' : 'clusterroles'}`
  return objectsAt(
    store.get({ table, namespace: isRole ? namespace : '', name: textAt(ref, 'name') }),
    'rules',
  )
}

export function allows(rule: JsonObject, request: Attributes): boolean {
  const { verb, group, resource, subresource, name } = request
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const names = listAt(rule, 'resourceNames')
  const resources = listAt(rule, 'resources')
  const isResource =
    resources.includes('*') || resources.includes(what) || resources.includes(`*/${subresource}`)
  const isName = names.length === 0 || (name !== '' && names.includes(name))
  return has(rule, 'verbs', verb) && has(rule, 'apiGroups', group) && isResource && isName
}

function has(rule: JsonObject, key: string, value: Json): boolean {
  const values = listAt(rule, key)
  return values.includes('*') || values.includes(value)
}
