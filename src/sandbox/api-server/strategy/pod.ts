import type { Json, JsonObject } from '../../../kube/json.ts'
import { forbiddenField } from '../field-error.ts'
import { objectAt, objectsAt, sameJson, valueAt, withAt, withKeys } from '../object.ts'
import { podSpecErrors } from './pod-spec.ts'
import type { Strategy } from './strategy.ts'

const notReady = (name: string): JsonObject => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
})

const frozen =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** Source: k8s.io/kubernetes pkg/registry/core/pod, pkg/apis/core/validation and the admission plugins for pods. */
export const pod: Strategy = {
  prepareCreate: (object) =>
    withAt(
      withAt(object, ['spec'], (spec) => admitted(objectAt({ spec: spec ?? {} }, 'spec'))),
      ['status'],
      () => ({
        phase: 'Pending',
        qosClass: qosClass(objectAt(object, 'spec')),
      }),
    ),
  validate: (object) => podSpecErrors(objectAt(object, 'spec'), 'spec', ['Always', 'OnFailure', 'Never']),
  validateUpdate: (object, old) =>
    sameJson(frozenSpec(object), frozenSpec(old)) ? [] : [forbiddenField('spec', frozen)],
  prepareStatus: (object, old) => {
    const kept = withAt(object, ['metadata', 'ownerReferences'], () =>
      valueAt(old, 'metadata', 'ownerReferences'),
    )
    return withAt(kept, ['status', 'qosClass'], (given) => given ?? valueAt(old, 'status', 'qosClass'))
  },
}

function admitted(spec: JsonObject): JsonObject {
  const tolerations = objectsAt(spec, 'tolerations')
  const missing = ['not-ready', 'unreachable'].map(notReady).filter((wanted) => {
    const tolerates = (one: JsonObject) =>
      (one.key === wanted.key || one.key === undefined) && (one.effect ?? 'NoExecute') === 'NoExecute'
    return !tolerations.some(tolerates)
  })
  return withKeys(spec, {
    tolerations: [...tolerations, ...missing],
    priority: spec.priority ?? 0,
    preemptionPolicy: spec.preemptionPolicy ?? 'PreemptLowerPriority',
  })
}

function qosClass(spec: JsonObject): string {
  const resources = [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')].map((one) =>
    objectAt(one, 'resources'),
  )
  const isBare = (one: JsonObject) =>
    Object.keys({ ...objectAt(one, 'requests'), ...objectAt(one, 'limits') }).length === 0
  if (resources.every(isBare)) return 'BestEffort'
  const isFull = (one: JsonObject) =>
    ['cpu', 'memory'].every((name) => {
      const limit = objectAt(one, 'limits')[name]
      return limit !== undefined && limit === objectAt(one, 'requests')[name]
    })
  return resources.every(isFull) ? 'Guaranteed' : 'Burstable'
}

function frozenSpec(object: JsonObject): JsonObject {
  const withoutImages = (containers: readonly JsonObject[]): Json =>
    containers.map((one) => withKeys(one, { image: undefined }))
  const spec = objectAt(object, 'spec')
  return withKeys(spec, {
    containers: withoutImages(objectsAt(spec, 'containers')),
    initContainers: withoutImages(objectsAt(spec, 'initContainers')),
    activeDeadlineSeconds: undefined,
    tolerations: undefined,
    nodeName: undefined,
    schedulingGates: undefined,
  })
}
