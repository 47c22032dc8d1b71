import type { Json, JsonObject } from '../../../kube/json.ts'
import { duplicate, type FieldError, forbiddenField, invalid, required } from '../field-error.ts'
import { numberAt, objectsAt, shownText, textAt, withKeys } from '../object.ts'
import { internalError } from '../refusal.ts'

/** Whether the type has node ports at all. */
function hasNodePorts(spec: JsonObject): boolean {
  return ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type'))
}

/** Whether node ports are given out. Source: alloc.go shouldAllocateNodePorts. */
function needsNodePorts(spec: JsonObject): boolean {
  const type = textAt(spec, 'type')
  return type === 'NodePort' || (type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false)
}

function withPorts(spec: JsonObject, change: (ports: readonly JsonObject[]) => readonly Json[]): JsonObject {
  const ports = objectsAt(spec, 'ports')
  return ports.length === 0 ? spec : withKeys(spec, { ports: change(ports) })
}

function nodePortsOf(spec: JsonObject): ReadonlySet<Json> {
  return new Set(
    objectsAt(spec, 'ports').flatMap(({ nodePort }) => (nodePort === undefined ? [] : [nodePort])),
  )
}

/** A new Service: one number under two protocols gets one node port. Source: alloc.go initNodePorts. */
export function newNodePorts(spec: JsonObject, free: () => number): JsonObject {
  if (!needsNodePorts(spec)) return spec
  const used = new Set(nodePortsOf(spec))
  const known = new Map<Json | undefined, Json>()
  for (const { port, nodePort } of objectsAt(spec, 'ports')) {
    if (nodePort !== undefined && !known.has(port)) known.set(port, nodePort)
  }
  return withPorts(spec, (ports) =>
    ports.map((one) => {
      const nodePort = one.nodePort ?? known.get(one.port) ?? unused(used, free)
      if (!known.has(one.port)) known.set(one.port, nodePort)
      return withKeys(one, { nodePort })
    }),
  )
}

function unused(used: Set<Json>, free: () => number): number {
  let port = free()
  while (used.has(port)) port += 1
  used.add(port)
  return port
}

/** A port keeps the node port of the one that had its name. Source: storage.go patchAllocatedValues. */
export function keepNodePorts(spec: JsonObject, old: JsonObject): JsonObject {
  if (!needsNodePorts(spec) || !needsNodePorts(old)) return spec
  const [before, now] = [nodePortsOf(old), nodePortsOf(spec)]
  const byName = new Map(objectsAt(old, 'ports').map((one) => [textAt(one, 'name'), one.nodePort]))
  return withPorts(spec, (ports) =>
    ports.map((one) => {
      const kept = byName.get(textAt(one, 'name'))
      const isTaken = kept === undefined || (before.has(kept) && now.has(kept))
      return one.nodePort !== undefined || isTaken ? one : withKeys(one, { nodePort: kept })
    }),
  )
}

/** Whatever has no node port yet gets its own; one that two ports have is refused. Source: alloc.go updateNodePorts. */
export function updatedNodePorts(spec: JsonObject, free: () => number): JsonObject {
  if (!needsNodePorts(spec)) return spec
  const used = new Set(nodePortsOf(spec))
  const seen = new Set<string>()
  return withPorts(spec, (ports) =>
    ports.map((one) => {
      const nodePort = one.nodePort ?? unused(used, free)
      const text = `${textAt(one, 'protocol')} ${shownText(nodePort)}`
      if (seen.has(text)) throw internalError(`duplicate nodePort: {${text}}`)
      seen.add(text)
      return withKeys(one, { nodePort })
    }),
  )
}

/** Node ports go with the type that has them, unless the writer asked for others. Source: strategy.go. */
export function forgetNodePorts(spec: JsonObject, old: JsonObject): JsonObject {
  if (!hasNodePorts(old) || hasNodePorts(spec)) return spec
  const before = nodePortsOf(old)
  if ([...nodePortsOf(spec)].some((one) => !before.has(one))) return spec
  return withPorts(spec, (ports) => ports.map((one) => withKeys(one, { nodePort: undefined })))
}

/** Source: k8s.io/kubernetes pkg/apis/core/validation ValidateService. */
export function portsErrors(spec: JsonObject): readonly FieldError[] {
  const ports = objectsAt(spec, 'ports')
  const isInner = textAt(spec, 'type') === 'ClusterIP'
  const why = "may not be used when `type` is 'ClusterIP'"
  return [
    ...ports.flatMap((_, index) => portErrors(ports, index)),
    ...ports.flatMap(({ nodePort }, index) =>
      isInner && nodePort !== undefined ? [forbiddenField(`spec.ports[${index}].nodePort`, why)] : [],
    ),
    ...repeated(ports, 'port', (port, index) => duplicate(`spec.ports[${index}]`, port)),
    ...repeated(ports, 'nodePort', (port, index) =>
      duplicate(`spec.ports[${index}].nodePort`, port.nodePort ?? null),
    ),
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

/** Ports that have a number and their protocol from an earlier one. */
function repeated(
  ports: readonly JsonObject[],
  key: 'port' | 'nodePort',
  error: (port: JsonObject, index: number) => FieldError,
): readonly FieldError[] {
  return ports.flatMap((port, index) => {
    const isTaken = ports
      .slice(0, index)
      .some((one) => one[key] === port[key] && one.protocol === port.protocol)
    return isTaken && port[key] !== undefined ? [error(port, index)] : []
  })
}
