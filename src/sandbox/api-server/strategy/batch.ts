import type { JsonObject } from '../../../kube/json.ts'
import { type FieldError, immutable, invalid, required } from '../field-error.ts'
import { objectAt, sameJson, textAt, valueAt, withAt, withKeys } from '../object.ts'
import { podSpecErrors } from './pod-spec.ts'
import type { Strategy } from './strategy.ts'
import { immutableAt } from './workloads.ts'

const uidLabel = 'batch.kubernetes.io/controller-uid'

/** Source: k8s.io/kubernetes pkg/registry/batch/job and pkg/apis/batch/validation. */
export const job: Strategy = {
  prepareCreate: (object) =>
    valueAt(object, 'spec', 'manualSelector') === true ? object : withSelector(object),
  validate: (object) => jobTemplateErrors(objectAt(object, 'spec'), 'spec'),
  validateUpdate: (object, old) => [
    ...(['completions', 'selector'] as const).flatMap((key) => immutableAt(object, old, 'spec', key)),
    ...jobTemplateChange(object, old),
    ...['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'].flatMap(
      (key) => immutableAt(object, old, 'spec', key),
    ),
  ],
}

/** A job that is suspended and never ran may still change where and with what its pods run. */
function jobTemplateChange(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const before = valueAt(old, 'spec', 'template')
  const after = valueAt(object, 'spec', 'template')
  const isOpen = valueAt(old, 'spec', 'suspend') === true && valueAt(old, 'status', 'startTime') === undefined
  if (sameJson(before, after)) return []
  if (isOpen && sameJson(withoutPlacement(old), withoutPlacement(object))) return []
  return [immutable('spec.template', after ?? null)]
}

function withoutPlacement(object: JsonObject): JsonObject {
  const template = objectAt(object, 'spec', 'template')
  const spec = withKeys(objectAt(template, 'spec'), {
    nodeSelector: undefined,
    affinity: undefined,
    tolerations: undefined,
    schedulingGates: undefined,
  })
  return withKeys(template, { metadata: undefined, spec })
}

function withSelector(object: JsonObject): JsonObject {
  const name = textAt(object, 'metadata', 'name')
  const uid = textAt(object, 'metadata', 'uid')
  const given = objectAt(object, 'spec', 'template', 'metadata', 'labels')
  const labels = {
    'job-name': name,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    [uidLabel]: uid,
    ...given,
  }
  const labelled = withAt(object, ['spec', 'template', 'metadata', 'labels'], () => labels)
  const selected = withAt(labelled, ['spec', 'selector', 'matchLabels', uidLabel], (known) => known ?? uid)
  const isUnlabelled = Object.keys(objectAt(object, 'metadata', 'labels')).length === 0
  const follows = isUnlabelled || sameJson(valueAt(object, 'metadata', 'labels'), given)
  return follows ? withAt(selected, ['metadata', 'labels'], () => labels) : selected
}

function jobTemplateErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const podSpec = objectAt(spec, 'template', 'spec')
  const place = `${path}.template.spec`
  const errors = podSpecErrors(podSpec, place, ['Always', 'OnFailure', 'Never'])
  if (textAt(podSpec, 'restartPolicy') !== 'Always') return errors
  return [...errors, required(`${place}.restartPolicy`, 'valid values: "OnFailure", "Never"')]
}

export const cronJob: Strategy = {
  validate: (object) => [
    ...scheduleErrors(textAt(object, 'spec', 'schedule')),
    ...jobTemplateErrors(objectAt(object, 'spec', 'jobTemplate', 'spec'), 'spec.jobTemplate.spec'),
  ],
}

function scheduleErrors(schedule: string): readonly FieldError[] {
  if (schedule === '') return [required('spec.schedule')]
  const fields = schedule.trim().split(/\s+/)
  if (schedule.startsWith('@') || fields.length === 5) return []
  const what = `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`
  return [invalid('spec.schedule', schedule, what)]
}
