import type { Json, JsonObject } from '../../../kube/json.ts'
import { type FieldError, invalid, required } from '../field-error.ts'
import { numberAt, objectAt, objectsAt, textAt, valueAt, withKeys } from '../object.ts'
import type { Strategy, Supplies } from './strategy.ts'

/** Source: k8s.io/kubernetes pkg/registry/core/service (alloc.go, storage.go) and pkg/apis/core/validation. */
export const service: Strategy = {
  names: 'service',
  prepareCreate: (object, supplies) => withSpec(object, (spec) => allocate(spec, supplies)),
  prepareUpdate: (object, old, supplies) =>
    withSpec(object, (spec) =>
      allocate(keepAllocated(forgetUnneeded(spec, objectAt(old, 'spec')), objectAt(old, 'spec')), supplies),
    ),
  validate: (object) => serviceErrors(objectAt(object, 'spec')),
  validateUpdate: (object, old) => addressChange(objectAt(object, 'spec'), objectAt(old, 'spec')),
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
  const isExternal = ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type'))
  const dropped = [
    ...(isExternal ? [] : ['externalTrafficPolicy']),
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
  const used = new Set(objectsAt(spec, 'ports').map((port) => port.nodePort))
  const ports = objectsAt(spec, 'ports').map((port) => {
    if (!needsPorts(spec) || port.nodePort !== undefined) return port
    let nodePort = supplies.freePort()
    while (used.has(nodePort)) nodePort += 1
    used.add(nodePort)
    return withKeys(port, { nodePort })
  })
  return withKeys(spec, {
    clusterIP: address,
    clusterIPs: spec.clusterIPs ?? [address],
    ipFamilies: spec.ipFamilies ?? ['IPv4'],
    ipFamilyPolicy: spec.ipFamilyPolicy ?? 'SingleStack',
    ...(ports.length === 0 ? {} : { ports }),
  })
}

function serviceErrors(spec: JsonObject): readonly FieldError[] {
  const ports = objectsAt(spec, 'ports')
  const isHeadless = textAt(spec, 'clusterIP') === 'None'
  if (ports.length === 0 && needsAddress(spec) && !isHeadless) return [required('spec.ports')]
  return ports.flatMap((port, index) => portErrors(port, `spec.ports[${index}]`, ports.length > 1))
}

function portErrors(port: JsonObject, path: string, isNamed: boolean): readonly FieldError[] {
  const errors: FieldError[] = []
  if (isNamed && textAt(port, 'name') === '') errors.push(required(`${path}.name`))
  for (const key of ['port', 'targetPort']) {
    const value = numberAt(port, key)
    if (value !== undefined && (value < 1 || value > 65535)) {
      errors.push(invalid(`${path}.${key}`, value, 'must be between 1 and 65535, inclusive'))
    }
  }
  return errors
}

function addressChange(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const before = textAt(old, 'clusterIP')
  if (before === '' || !needsAddress(spec) || textAt(spec, 'clusterIP') === before) return []
  const now = [textAt(spec, 'clusterIP')]
  return [invalid('spec.clusterIPs[0]', now, 'may not change once set')]
}
