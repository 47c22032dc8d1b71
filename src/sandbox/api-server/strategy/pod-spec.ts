import type { JsonObject } from '../../../kube/json.ts'
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  missing,
  required,
  unsupported,
} from '../field-error.ts'
import { listAt, numberAt, objectAt, objectsAt, shownText, textAt } from '../object.ts'
import { addressErrors, isLabel, labelMessage, subdomainErrors } from './names.ts'
import { resourceErrors } from './resource-requirements.ts'

/**
 * What is wrong with a pod spec, as far as it is looked at. Source: k8s.io/kubernetes pkg/apis/core/validation
 * ValidatePodSpec.
 */
export function podSpecErrors(
  spec: JsonObject,
  path: string,
  restartPolicies: readonly string[],
): readonly FieldError[] {
  const volumes = new Set(objectsAt(spec, 'volumes').map((volume) => textAt(volume, 'name')))
  volumes.delete('')
  const containers = objectsAt(spec, 'containers')
  const policy = textAt(spec, 'restartPolicy')
  return [
    ...(containers.length === 0 ? [required(`${path}.containers`)] : []),
    ...['initContainers', 'containers'].flatMap((list) =>
      containersErrors(objectsAt(spec, list), `${path}.${list}`, volumes),
    ),
    ...(policy === '' || restartPolicies.includes(policy)
      ? []
      : [unsupported(`${path}.restartPolicy`, policy, restartPolicies)]),
    ...volumesErrors(spec, path),
    ...spreadsErrors(objectsAt(spec, 'topologySpreadConstraints'), `${path}.topologySpreadConstraints`),
    ...tolerationErrors(objectsAt(spec, 'tolerations'), `${path}.tolerations`),
    ...objectsAt(spec, 'hostAliases').flatMap((one, index) =>
      aliasErrors(one, `${path}.hostAliases[${index}]`),
    ),
  ]
}

function aliasErrors(alias: JsonObject, path: string): readonly FieldError[] {
  return [
    ...addressErrors(textAt(alias, 'ip'), `${path}.ip`),
    ...listAt(alias, 'hostnames').flatMap((name, index) =>
      subdomainErrors(shownText(name), `${path}.hostnames[${index}]`),
    ),
  ]
}

function containersErrors(
  containers: readonly JsonObject[],
  path: string,
  volumes: ReadonlySet<string>,
): readonly FieldError[] {
  return containers.flatMap((container, index) => [
    ...containerErrors(container, `${path}[${index}]`, volumes),
    ...repeated(containers, index, 'name').map((name) => duplicate(`${path}[${index}].name`, name)),
  ])
}

function containerErrors(
  container: JsonObject,
  path: string,
  volumes: ReadonlySet<string>,
): readonly FieldError[] {
  const policy = textAt(container, 'imagePullPolicy')
  return [
    ...nameErrors(container, path),
    ...(textAt(container, 'image') === '' ? [required(`${path}.image`)] : []),
    ...portErrors(objectsAt(container, 'ports'), `${path}.ports`),
    ...objectsAt(container, 'env').flatMap((one, index) =>
      textAt(one, 'name') === '' ? [required(`${path}.env[${index}].name`)] : [],
    ),
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((key) =>
      probeErrors(container, key, path),
    ),
    ...resourceErrors(container, `${path}.resources`),
    ...mountErrors(objectsAt(container, 'volumeMounts'), `${path}.volumeMounts`, volumes),
    ...(pullPolicies.includes(policy) ? [] : [unsupported(`${path}.imagePullPolicy`, policy, pullPolicies)]),
  ]
}

const pullPolicies = ['Always', 'IfNotPresent', 'Never']

function nameErrors(one: JsonObject, path: string): readonly FieldError[] {
  const name = textAt(one, 'name')
  if (name === '') return [required(`${path}.name`)]
  return isLabel(name) ? [] : [invalid(`${path}.name`, name, labelMessage)]
}

/** The key of an item, where an earlier one has it already. */
function repeated(items: readonly JsonObject[], index: number, key: string): readonly string[] {
  const text = textAt(items[index], key)
  const isRepeated = text !== '' && items.slice(0, index).some((one) => textAt(one, key) === text)
  return isRepeated ? [text] : []
}

function portErrors(ports: readonly JsonObject[], path: string): readonly FieldError[] {
  return ports.flatMap((port, index) => {
    const number = numberAt(port, 'containerPort') ?? 0
    return [
      ...repeated(ports, index, 'name').map((name) => duplicate(`${path}[${index}].name`, name)),
      ...(number === 0 ? [required(`${path}[${index}].containerPort`)] : []),
      ...(number >= 0 && number <= 65535
        ? []
        : [invalid(`${path}[${index}].containerPort`, number, 'must be between 1 and 65535, inclusive')]),
    ]
  })
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc']

function probeErrors(container: JsonObject, key: string, path: string): readonly FieldError[] {
  if (container[key] === undefined) return []
  const probe = objectAt(container, key)
  if (!handlers.some((handler) => probe[handler] !== undefined)) {
    return [required(`${path}.${key}`, 'must specify a handler type')]
  }
  const port = numberAt(probe, 'httpGet', 'port')
  if (port === undefined || (port > 0 && port <= 65535)) return []
  return [invalid(`${path}.${key}.httpGet.port`, port, 'must be between 1 and 65535, inclusive')]
}

function mountErrors(
  mounts: readonly JsonObject[],
  path: string,
  volumes: ReadonlySet<string>,
): readonly FieldError[] {
  return mounts.flatMap((mount, index) => {
    const [name, place] = [textAt(mount, 'name'), textAt(mount, 'mountPath')]
    const isTaken = mounts.slice(0, index).some((one) => textAt(one, 'mountPath') === place)
    return [
      ...(name === '' ? [required(`${path}[${index}].name`)] : []),
      ...(volumes.has(name) ? [] : [missing(`${path}[${index}].name`, name)]),
      ...(place === '' ? [required(`${path}[${index}].mountPath`)] : []),
      ...(isTaken ? [invalid(`${path}[${index}].mountPath`, place, 'must be unique')] : []),
    ]
  })
}

function volumesErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const volumes = objectsAt(spec, 'volumes')
  return volumes.flatMap((volume, index) => [
    ...nameErrors(volume, `${path}.volumes[${index}]`),
    ...repeated(volumes, index, 'name').map((name) => duplicate(`${path}.volumes[${index}].name`, name)),
    ...(textAt(spec, 'serviceAccountName') === '' ? tokenErrors(volume, `${path}.volumes[${index}]`) : []),
  ])
}

function tokenErrors(volume: JsonObject, path: string): readonly FieldError[] {
  return listAt(volume, 'projected', 'sources').flatMap((source, at) =>
    Object.keys(objectAt({ source }, 'source', 'serviceAccountToken')).length === 0
      ? []
      : [
          forbiddenField(
            `${path}.projected.sources[${at}].serviceAccountToken`,
            'must not be specified when serviceAccountName is not set',
          ),
        ],
  )
}

function spreadsErrors(spreads: readonly JsonObject[], path: string): readonly FieldError[] {
  const keyOf = (one: JsonObject) => `{${textAt(one, 'topologyKey')}, ${textAt(one, 'whenUnsatisfiable')}}`
  return spreads.flatMap((one, index) => [
    ...spreadErrors(one, `${path}[${index}]`),
    ...(spreads.slice(index + 1).some((other) => keyOf(other) === keyOf(one))
      ? [duplicate(`${path}[${index}].{topologyKey, whenUnsatisfiable}`, keyOf(one))]
      : []),
  ])
}

function tolerationErrors(tolerations: readonly JsonObject[], path: string): readonly FieldError[] {
  const why = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
  return tolerations.flatMap((one, index) =>
    textAt(one, 'key') === '' && textAt(one, 'operator') !== 'Exists'
      ? [invalid(`${path}[${index}].operator`, textAt(one, 'operator'), why)]
      : [],
  )
}

const spreadActions = ['DoNotSchedule', 'ScheduleAnyway']

function spreadErrors(one: JsonObject, path: string): readonly FieldError[] {
  const skew = numberAt(one, 'maxSkew') ?? 0
  const action = textAt(one, 'whenUnsatisfiable')
  return [
    ...(skew > 0 ? [] : [invalid(`${path}.maxSkew`, skew, 'must be greater than zero')]),
    ...(textAt(one, 'topologyKey') === '' ? [required(`${path}.topologyKey`, 'can not be empty')] : []),
    ...(spreadActions.includes(action)
      ? []
      : [unsupported(`${path}.whenUnsatisfiable`, action, spreadActions)]),
  ]
}
