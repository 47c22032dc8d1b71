import type { JsonObject } from '../../../kube/json.ts'
import { isReachable } from '../defaults/service.ts'
import { type FieldError, forbiddenField, invalid, required } from '../field-error.ts'
import { listAt, objectAt, objectsAt, shownText, textAt, withKeys } from '../object.ts'
import { addressErrors } from './names.ts'
import {
  forgetNodePorts,
  keepNodePorts,
  newNodePorts,
  portsErrors,
  updatedNodePorts,
} from './service-ports.ts'
import type { Strategy, Supplies } from './strategy.ts'

/** Source: k8s.io/kubernetes pkg/registry/core/service (alloc.go, storage.go) and pkg/apis/core/validation. */
export const service: Strategy = {
  names: 'service',
  prepareCreate: (object, supplies) =>
    withSpec(object, (spec) => newNodePorts(withAddress(spec, supplies), () => supplies.freePort())),
  prepareUpdate: (object, old, supplies) =>
    withoutBalancer(withSpec(object, (spec) => updatedSpec(spec, objectAt(old, 'spec'), supplies))),
  validate: (object) => serviceErrors(objectAt(object, 'spec')),
  validateStatus: (object) => balancerErrors(object),
  validateUpdate: (object, old) => addressChange(objectAt(object, 'spec'), objectAt(old, 'spec')),
}

/** What a load balancer said goes with it. */
function withoutBalancer(object: JsonObject): JsonObject {
  const isBalanced = textAt(object, 'spec', 'type') === 'LoadBalancer'
  return isBalanced
    ? object
    : withKeys(object, { status: { ...objectAt(object, 'status'), loadBalancer: {} } })
}

function withSpec(object: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  return withKeys(object, { spec: change(objectAt(object, 'spec')) })
}

function needsAddress(spec: JsonObject): boolean {
  return textAt(spec, 'type') !== 'ExternalName'
}

/** What was given out is kept and completed before what the type has no use for is dropped. */
function updatedSpec(spec: JsonObject, old: JsonObject, supplies: Supplies): JsonObject {
  const kept = keepNodePorts(keepAddress(spec, old), old)
  const given = updatedNodePorts(withAddress(kept, supplies), () => supplies.freePort())
  return forgetNodePorts(forgetUnneeded(given, old), old)
}

/** What only another type needs goes with it, unless the writer asked for it anew. */
function forgetUnneeded(spec: JsonObject, old: JsonObject): JsonObject {
  const dropped = [
    ...(isReachable(spec) ? [] : ['externalTrafficPolicy']),
    ...(textAt(spec, 'type') === 'LoadBalancer'
      ? []
      : ['allocateLoadBalancerNodePorts', 'loadBalancerClass']),
  ].filter((key) => spec[key] === old[key])
  return withKeys(spec, Object.fromEntries(dropped.map((key) => [key, undefined])))
}

/** An address that a writer leaves out stays as it was given out, as long as the type still needs it. */
function keepAddress(spec: JsonObject, old: JsonObject): JsonObject {
  if (!needsAddress(spec)) return withKeys(spec, { clusterIP: undefined, clusterIPs: undefined })
  if (!needsAddress(old)) return spec
  return withKeys(spec, {
    clusterIP: spec.clusterIP ?? old.clusterIP,
    clusterIPs: spec.clusterIPs ?? (spec.clusterIP === undefined ? old.clusterIPs : undefined),
    ipFamilies: spec.ipFamilies ?? old.ipFamilies,
    ipFamilyPolicy: spec.ipFamilyPolicy ?? old.ipFamilyPolicy,
  })
}

function withAddress(spec: JsonObject, supplies: Supplies): JsonObject {
  if (!needsAddress(spec)) return spec
  const address = textAt(spec, 'clusterIP') || supplies.freeAddress()
  return withKeys(spec, {
    clusterIP: address,
    clusterIPs: spec.clusterIPs ?? [address],
    ipFamilies: spec.ipFamilies ?? ['IPv4'],
    ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
  })
}

function serviceErrors(spec: JsonObject): readonly FieldError[] {
  const ports = objectsAt(spec, 'ports')
  const isHeadless = textAt(spec, 'clusterIP') === 'None'
  return [
    ...(ports.length === 0 && needsAddress(spec) && !isHeadless ? [required('spec.ports')] : []),
    ...portsErrors(spec),
    ...externalErrors(spec),
  ]
}

function externalErrors(spec: JsonObject): readonly FieldError[] {
  const addresses = listAt(spec, 'externalIPs').map(shownText)
  const policy = textAt(spec, 'externalTrafficPolicy')
  const isMisplaced = policy !== '' && !isReachable(spec)
  return [
    ...addresses.flatMap((address, index) => addressErrors(address, `spec.externalIPs[${index}]`)),
    ...(isMisplaced
      ? [invalid('spec.externalTrafficPolicy', policy, 'may only be set for externally-accessible services')]
      : []),
  ]
}

function balancerErrors(service: JsonObject): readonly FieldError[] {
  const isBalanced = textAt(service, 'spec', 'type') === 'LoadBalancer'
  if (isBalanced || listAt(service, 'status', 'loadBalancer', 'ingress').length === 0) return []
  const why = "may only be used when `spec.type` is 'LoadBalancer'"
  return [forbiddenField('status.loadBalancer.ingress', why)]
}

function addressChange(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const before = textAt(old, 'clusterIP')
  if (before === '' || !needsAddress(spec) || textAt(spec, 'clusterIP') === before) return []
  const now = [textAt(spec, 'clusterIP')]
  return [invalid('spec.clusterIPs[0]', now, 'may not change once set')]
}
