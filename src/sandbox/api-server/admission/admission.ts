import type { JsonObject } from '../../../kube/json.ts'
import type { AdmissionReview } from '../kernel.ts'
import { tableOf } from '../kinds/resource-kind.ts'
import { listAt, objectAt, objectsAt, textAt } from '../object.ts'
import { qualifiedResource, Refusal } from '../refusal.ts'
import { type Labels, labelSelector } from '../selector.ts'
import type { Store } from '../store.ts'
import { evaluateCel } from './cel.ts'

const group = 'admissionregistration.k8s.io'

/**
 * What stored ValidatingAdmissionPolicies refuse, and then what the owner of the sandbox does.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export function admission(
  store: Store,
  more: (review: AdmissionReview) => void,
): (review: AdmissionReview) => void {
  return (review) => {
    if (review.kind.group !== group) judgeByPolicies(store, review)
    more(review)
  }
}

function judgeByPolicies(store: Store, review: AdmissionReview): void {
  for (const binding of store.list(`${group}/validatingadmissionpolicybindings`)) {
    const name = textAt(binding, 'spec', 'policyName')
    const policy = store.get({ table: `${group}/validatingadmissionpolicies`, namespace: '', name })
    if (policy === undefined || !listAt(binding, 'spec', 'validationActions').includes('Deny')) continue
    const isMeant =
      matches(store, review, objectAt(policy, 'spec', 'matchConstraints'), true) &&
      matches(store, review, objectAt(binding, 'spec', 'matchResources'), false)
    if (isMeant) judge(review, policy, binding.metadata.name)
  }
}

function matches(
  store: Store,
  review: AdmissionReview,
  constraints: JsonObject,
  needsRule: boolean,
): boolean {
  const rules = objectsAt(constraints, 'resourceRules')
  const isRuled = rules.length === 0 ? !needsRule : rules.some((rule) => fits(rule, review))
  if (!isRuled || objectsAt(constraints, 'excludeResourceRules').some((rule) => fits(rule, review)))
    return false
  const object = review.object ?? review.oldObject
  const labels = objectAt(object, 'metadata', 'labels') as Labels
  return (
    labelSelector(objectAt(constraints, 'objectSelector'))(labels) &&
    labelSelector(objectAt(constraints, 'namespaceSelector'))(namespaceLabels(store, review, labels))
  )
}

function namespaceLabels(store: Store, { kind, namespace }: AdmissionReview, own: Labels): Labels {
  if (!kind.namespaced) return tableOf(kind) === '/namespaces' ? own : {}
  return store.get({ table: '/namespaces', namespace: '', name: namespace })?.metadata.labels ?? {}
}

function fits(rule: JsonObject, { kind, operation, name }: AdmissionReview): boolean {
  const allows = (key: string, value: string) => {
    const values = listAt(rule, key)
    return values.includes('*') || values.includes(value)
  }
  const names = listAt(rule, 'resourceNames')
  return (
    allows('apiGroups', kind.group) &&
    allows('apiVersions', kind.version) &&
    allows('operations', operation) &&
    allows('resources', kind.resource) &&
    (names.length === 0 || names.includes(name))
  )
}

function judge(review: AdmissionReview, policy: JsonObject, binding: string): void {
  const variables: JsonObject = {
    object: review.object ?? null,
    oldObject: review.oldObject ?? null,
    request: {
      operation: review.operation,
      name: review.name,
      namespace: review.namespace,
      dryRun: review.dryRun,
      userInfo: { username: review.user.name, groups: review.user.groups },
    },
  }
  for (const validation of objectsAt(policy, 'spec', 'validations')) {
    const expression = textAt(validation, 'expression')
    const why = verdict(expression, variables, textAt(policy, 'spec', 'failurePolicy'))
    if (why === undefined) continue
    const said = why || textAt(validation, 'message') || `failed expression: ${expression}`
    const who = `ValidatingAdmissionPolicy '${textAt(policy, 'metadata', 'name')}' with binding '${binding}'`
    throw denied(review, `${who} denied request: ${said}`, textAt(validation, 'reason'))
  }
}

/** Undefined where the expression holds; empty where it does not; the failure where it cannot be evaluated. */
function verdict(expression: string, variables: JsonObject, failurePolicy: string): string | undefined {
  try {
    return evaluateCel(expression, variables) === true ? undefined : ''
  } catch (error) {
    if (failurePolicy === 'Ignore') return undefined
    const why = error instanceof Error ? error.message : String(error)
    return `expression '${expression}' resulted in error: ${why}`
  }
}

const codes: { readonly [reason: string]: number } = {
  Unauthorized: 401,
  Forbidden: 403,
  RequestEntityTooLarge: 413,
  Invalid: 422,
}

/** What an admission policy answers; also for the owner of a sandbox who refuses by `admit`. */
export function denied({ kind, name }: AdmissionReview, why: string, reason: string = 'Invalid'): Refusal {
  const known = Object.hasOwn(codes, reason) ? reason : 'Invalid'
  const details = {
    name,
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.resource,
    causes: [{ message: why }],
  }
  const message = `${qualifiedResource(kind)} ${JSON.stringify(name)} is forbidden: ${why}`
  return new Refusal(codes[known] ?? 422, message, { reason: known, details })
}
