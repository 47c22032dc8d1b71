import type { JsonObject } from '../../../../kube/json.ts'
import { numberAt, objectAt, objectsAt, shownText, textAt, valueAt } from '../../object.ts'
import { selectorText } from '../../selector-text.ts'
import { ageColumn, type Column, createdColumn, integer, nameColumn, none, text, wide } from './column.ts'

const bindingColumns: readonly Column[] = [
  nameColumn,
  text('Role', (binding) => `${textAt(binding, 'roleRef', 'kind')}/${textAt(binding, 'roleRef', 'name')}`),
  ageColumn,
  wide(text('Users', subjects('User'))),
  wide(text('Groups', subjects('Group'))),
  wide(text('ServiceAccounts', subjects('ServiceAccount'))),
]

/** Seen on kube-apiserver 1.36. */
export const otherColumns: { readonly [table: string]: readonly Column[] } = {
  'networking.k8s.io/ingresses': [
    nameColumn,
    text('Class', (ingress) => textAt(ingress, 'spec', 'ingressClassName') || none),
    text('Hosts', hosts),
    text('Address', (ingress) =>
      objectsAt(ingress, 'status', 'loadBalancer', 'ingress')
        .map((one) => textAt(one, 'ip') || textAt(one, 'hostname'))
        .join(','),
    ),
    text('Ports', (ingress) => (objectsAt(ingress, 'spec', 'tls').length > 0 ? '80, 443' : '80')),
    ageColumn,
  ],
  'networking.k8s.io/networkpolicies': [
    nameColumn,
    text('Pod-Selector', (policy) => selectorText(objectAt(policy, 'spec', 'podSelector')) || none),
    ageColumn,
  ],
  'policy/poddisruptionbudgets': [
    nameColumn,
    text('Min Available', orNotApplicable('minAvailable')),
    text('Max Unavailable', orNotApplicable('maxUnavailable')),
    integer('Allowed Disruptions', (budget) => numberAt(budget, 'status', 'disruptionsAllowed') ?? 0),
    ageColumn,
  ],
  'rbac.authorization.k8s.io/clusterrolebindings': bindingColumns,
  'rbac.authorization.k8s.io/rolebindings': bindingColumns,
  'rbac.authorization.k8s.io/clusterroles': [nameColumn, createdColumn],
  'rbac.authorization.k8s.io/roles': [nameColumn, createdColumn],
  'apiextensions.k8s.io/customresourcedefinitions': [nameColumn, createdColumn],
  'coordination.k8s.io/leases': [
    nameColumn,
    text('Holder', (lease) => textAt(lease, 'spec', 'holderIdentity')),
    ageColumn,
  ],
}

function subjects(kind: string): (binding: JsonObject) => string {
  return (binding) =>
    objectsAt(binding, 'subjects')
      .filter((subject) => subject.kind === kind)
      .map((subject) => {
        const name = textAt(subject, 'name')
        return kind === 'ServiceAccount' ? `${textAt(subject, 'namespace')}/${name}` : name
      })
      .join(', ')
}

const mostHosts = 3

function hosts(ingress: JsonObject): string {
  const named = objectsAt(ingress, 'spec', 'rules').flatMap((rule) => textAt(rule, 'host') || [])
  if (named.length === 0) return '*'
  const shown = named.slice(0, mostHosts).join(',')
  return named.length > mostHosts ? `${shown} + ${named.length - mostHosts} more...` : shown
}

function orNotApplicable(field: string): (budget: JsonObject) => string {
  return (budget) => {
    const value = valueAt(budget, 'spec', field)
    return value === undefined ? 'N/A' : shownText(value)
  }
}
