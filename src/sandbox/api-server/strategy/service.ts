import type { Json, JsonObject } from '../../../kube/json.ts'
import { isReachable } from '../defaults/service.ts'
import { duplicate, type FieldError, forbiddenField, invalid, required } from '../field-error.ts'
import { listAt, numberAt, objectAt, objectsAt, shownText, textAt, valueAt, withKeys } from '../object.ts'
import { addressErrors } from './names.ts'
import type { Strategy, Supplies } from './strategy.ts'

/** Source: k8s.io/kubernetes pkg/registry/core/service (alloc.go, storage.go) and pkg/apis/core/validation. */
export const service: Strategy = {
  names: 'service',
  prepareCreate: (object, supplies) => withSpec(object, (spec) => allocate(spec, supplies)),
  prepareUpdate: (object, old, supplies) =>
    withoutBalancer(
      withSpec(object, (spec) =>
        allocate(keepAllocated(forgetUnneeded(spec, objectAt(old, 'spec')), objectAt(old, 'spec')), supplies),
      ),
    ),
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

function needsPorts(spec: JsonObject): boolean {
  const type = textAt(spec, 'type')
  return type === 'NodePort' || (type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false)
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

/** What a writer leaves out stays as it was given out, as long as the type still needs it. */
function keepAllocated(spec: JsonObject, old: JsonObject): JsonObject {
  if (!needsAddress(spec)) return withKeys(spec, { clusterIP: undefined, clusterIPs: undefined })
  const kept = needsAddress(old)
    ? {
        clusterIP: spec.clusterIP ?? old.clusterIP,
        clusterIPs: spec.clusterIPs ?? (spec.clusterIP === undefined ? old.clusterIPs : undefined),
        ipFamilies: spec.ipFamilies ?? old.ipFamilies,
        ipFamilyPolicy: spec.ipFamilyPolicy ?? old.ipFamilyPolicy,
      }
    : {}
  return withKeys(spec, { ...kept, ports: keepPorts(spec, old) })
}

function keepPorts(spec: JsonObject, old: JsonObject): Json | undefined {
  if (valueAt(spec, 'ports') === undefined) return undefined
  const before = objectsAt(old, 'ports')
  return objectsAt(spec, 'ports').map((port) => {
    const same = before.find((one) => one.port === port.port && one.protocol === port.protocol)
    if (!needsPorts(spec))
      return port.nodePort === same?.nodePort ? withKeys(port, { nodePort: undefined }) : port
    return withKeys(port, { nodePort: port.nodePort ?? same?.nodePort })
  })
}

function allocate(spec: JsonObject, supplies: Supplies): JsonObject {
  if (!needsAddress(spec)) return spec
  const address = textAt(spec, 'clusterIP') || supplies.freeAddress()
  const ports = needsPorts(spec)
    ? allocatePorts(objectsAt(spec, 'ports'), () => supplies.freePort())
    : objectsAt(spec, 'ports')
  return withKeys(spec, {
    clusterIP: address,
    clusterIPs: spec.clusterIPs ?? [address],
    ipFamilies: spec.ipFamilies ?? ['IPv4'],
    ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
    ...(ports.length === 0 ? {} : { ports }),
  })
}

/** One number under two protocols gets one node port. */
function allocatePorts(ports: readonly JsonObject[], free: () => number): readonly JsonObject[] {
  const used = new Set(ports.map((port) => port.nodePort))
  const known = new Map(
    ports.flatMap(({ port, nodePort }) => (nodePort === undefined ? [] : [[port, nodePort]])),
  )
  return ports.map((port) => {
    if (port.nodePort !== undefined) return port
    let nodePort = known.get(port.port) ?? free()
    while (!known.has(port.port) && typeof nodePort === 'number' && used.has(nodePort)) nodePort += 1
    used.add(nodePort)
    known.set(port.port, nodePort)
    return withKeys(port, { nodePort })
  })
}

function serviceErrors(spec: JsonObject): readonly FieldError[] {
  const ports = objectsAt(spec, 'ports')
  const isHeadless = textAt(spec, 'clusterIP') === 'None'
  return [
    ...(ports.length === 0 && needsAddress(spec) && !isHeadless ? [required('spec.ports')] : []),
    ...ports.flatMap((_, index) => portErrors(ports, index)),
    ...repeatedPorts(ports),
    ...externalErrors(spec),
  ]
}

function portErrors(ports: readonly JsonObject[], index: number): readonly FieldError[] {
  const port = ports[index] ?? {}
  const path = `spec.ports[${index}]`
  const name = textAt(port, 'name')
  const isTaken = name !== '' && ports.slice(0, index).some((one) => textAt(one, 'name') === name)
  const errors: FieldError[] = []
  if (ports.length > 1 && name === '') errors.push(required(`${path}.name`))
  if (isTaken) errors.push(duplicate(`${path}.name`, name))
  for (const key of ['port', 'targetPort']) {
    const value = numberAt(port, key)
    if (value !== undefined && (value < 1 || value > 65535)) {
      errors.push(invalid(`${path}.${key}`, value, 'must be between 1 and 65535, inclusive'))
    }
  }
  return errors
}

/** A port may be told apart from the others by its number and its protocol alone. */
function repeatedPorts(ports: readonly JsonObject[]): readonly FieldError[] {
  return ports.flatMap((port, index) => {
    const isTaken = ports
      .slice(0, index)
      .some((one) => one.port === port.port && one.protocol === port.protocol)
    return isTaken ? [duplicate(`spec.ports[${index}]`, port)] : []
  })
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
