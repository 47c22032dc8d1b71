import type { JsonObject } from '../../../kube/json.ts'
import { parseQuantity } from '../../../kube/quantity.ts'
import { type FieldError, invalid, required } from '../field-error.ts'
import { objectAt, textAt } from '../object.ts'

/**
 * What a container asks for is not above its limit; what is no resource of the node's own has both, equal.
 * Source: k8s.io/kubernetes pkg/apis/core/validation validateResourceRequirements.
 */
export function resourceErrors(container: JsonObject, path: string): readonly FieldError[] {
  const [limits, requests] = [
    objectAt(container, 'resources', 'limits'),
    objectAt(container, 'resources', 'requests'),
  ]
  return [
    ...amountErrors(limits, `${path}.limits`),
    ...amountErrors(requests, `${path}.requests`),
    ...Object.keys(requests).flatMap((name) => requestErrors(name, requests, limits, path)),
  ]
}

function amountErrors(amounts: JsonObject, path: string): readonly FieldError[] {
  return Object.keys(amounts).flatMap((name) => {
    const amount = textAt(amounts, name)
    const value = parseQuantity(amount) ?? 0n
    const where = `${path}[${name}]`
    const isWhole = value % 1_000_000_000n === 0n || isHugePage(name)
    return [
      ...(isKnown(name) ? [] : strangeness.map((why) => invalid(where, name, why))),
      ...(value < 0n ? [invalid(where, amount, 'must be greater than or equal to 0')] : []),
      ...(mayExceed(name) || isWhole ? [] : [invalid(where, amount, 'must be an integer')]),
    ]
  })
}

const strangeness = [
  'must be a standard resource type or fully qualified',
  'must be a standard resource for containers',
]

function requestErrors(
  name: string,
  requests: JsonObject,
  limits: JsonObject,
  path: string,
): readonly FieldError[] {
  const [wanted, limit] = [textAt(requests, name), textAt(limits, name)]
  if (limit === '') {
    return mayExceed(name)
      ? []
      : [required(`${path}.limits`, 'Limit must be set for non overcommitable resources')]
  }
  const [amount, most] = [parseQuantity(wanted) ?? 0n, parseQuantity(limit) ?? 0n]
  const fault = (how: string) => [
    invalid(`${path}.requests`, wanted, `must be ${how} ${name} limit of ${limit}`),
  ]
  if (amount !== most && !mayExceed(name)) return fault('equal to')
  return amount > most ? fault('less than or equal to') : []
}

function isKnown(name: string): boolean {
  return name.includes('/') || ['cpu', 'memory', 'ephemeral-storage'].includes(name) || isHugePage(name)
}

/** Whether a node may promise more of it than it has. */
function mayExceed(name: string): boolean {
  return (!name.includes('/') || name.includes('kubernetes.io/')) && !isHugePage(name)
}

function isHugePage(name: string): boolean {
  return name.startsWith('hugepages-')
}
