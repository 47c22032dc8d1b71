import type { Json, JsonObject } from '../../../kube/json.ts'
import { type FieldError, forbiddenField, immutable, invalid, required } from '../field-error.ts'
import { numberAt, objectAt, sameJson, shownText, textAt, valueAt, withAt, withKeys } from '../object.ts'
import { labelSelector } from '../selector.ts'
import { podSpecErrors } from './pod-spec.ts'
import type { Strategy } from './strategy.ts'

/** Source: k8s.io/kubernetes pkg/apis/apps/validation. */
export const deployment: Strategy = {
  validate: (object) => [
    ...replicaErrors(object),
    ...selectorErrors(object),
    ...templateErrors(object),
    ...recreateErrors(object),
    ...rollingErrors(object),
  ],
  validateUpdate: (object, old) => immutableAt(object, old, 'spec', 'selector'),
  prepareStatus: (object, old) =>
    withAt(object, ['metadata', 'labels'], () => valueAt(old, 'metadata', 'labels')),
}

export const replicaSet: Strategy = {
  validate: (object) => [...replicaErrors(object), ...selectorErrors(object), ...templateErrors(object)],
  validateUpdate: (object, old) => immutableAt(object, old, 'spec', 'selector'),
}

const generationNote = 'deprecated.daemonset.template.generation'

export const daemonSet: Strategy = {
  prepareCreate: (object) => withNote(object, 1),
  prepareUpdate: (object, old) => {
    const before = Number(textAt(old, 'metadata', 'annotations', generationNote)) || 0
    const isSame = sameJson(valueAt(object, 'spec', 'template'), valueAt(old, 'spec', 'template'))
    return withNote(object, isSame ? before : before + 1)
  },
  validate: (object) => [...replicaErrors(object), ...selectorErrors(object), ...templateErrors(object)],
  validateUpdate: (object, old) => immutableAt(object, old, 'spec', 'selector'),
}

function withNote(object: JsonObject, generation: number): JsonObject {
  return withAt(object, ['metadata', 'annotations', generationNote], () => String(generation))
}

const changeable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]
const statefulSetFrozen =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"

export const statefulSet: Strategy = {
  validate: (object) => [...replicaErrors(object), ...selectorErrors(object), ...templateErrors(object)],
  validateUpdate: (object, old) =>
    sameJson(frozenPart(object), frozenPart(old)) ? [] : [forbiddenField('spec', statefulSetFrozen)],
}

function frozenPart(object: JsonObject): JsonObject {
  return withKeys(objectAt(object, 'spec'), Object.fromEntries(changeable.map((key) => [key, undefined])))
}

export function immutableAt(
  object: JsonObject,
  old: JsonObject,
  ...path: readonly string[]
): readonly FieldError[] {
  const value = valueAt(object, ...path)
  return sameJson(value, valueAt(old, ...path)) ? [] : [immutable(path.join('.'), value ?? null)]
}

function replicaErrors(object: JsonObject): readonly FieldError[] {
  return ['replicas', 'minReadySeconds', 'revisionHistoryLimit'].flatMap((key) => {
    const value = numberAt(object, 'spec', key) ?? 0
    return value < 0 ? [invalid(`spec.${key}`, value, 'must be greater than or equal to 0')] : []
  })
}

function selectorErrors(object: JsonObject): readonly FieldError[] {
  const selector = objectAt(object, 'spec', 'selector')
  const labels = valueAt(object, 'spec', 'template', 'metadata', 'labels')
  const errors: FieldError[] = []
  const isEmpty = Object.keys(selector).length === 0
  if (valueAt(object, 'spec', 'selector') === null) errors.push(required('spec.selector'))
  else if (isEmpty) errors.push(invalid('spec.selector', {}, 'empty selector is invalid for deployment'))
  const isNothing = valueAt(object, 'spec', 'selector') === null
  if (isNothing || !labelSelector(selector)(stringMap(labels))) {
    errors.push(
      invalid('spec.template.metadata.labels', labels ?? null, '`selector` does not match template `labels`'),
    )
  }
  return errors
}

function stringMap(labels: Json | undefined): Record<string, string> {
  const object = objectAt({ labels: labels ?? {} }, 'labels')
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, shownText(value)]))
}

function templateErrors(object: JsonObject): readonly FieldError[] {
  const spec = objectAt(object, 'spec', 'template', 'spec')
  return podSpecErrors(spec, 'spec.template.spec', ['Always'])
}

const percentMessage =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"

/** Source: k8s.io/kubernetes pkg/apis/apps/validation ValidateRollingUpdateDeployment. */
function rollingErrors(object: JsonObject): readonly FieldError[] {
  if (textAt(object, 'spec', 'strategy', 'type') !== 'RollingUpdate') return []
  const path = 'spec.strategy.rollingUpdate'
  const rolling = objectAt(object, ...path.split('.'))
  const [most = 0, surge = 0] = [rolling.maxUnavailable, rolling.maxSurge]
  const isZero = [most, surge].every((value) => shareOf(value) === 0)
  return [
    ...shareErrors(most, `${path}.maxUnavailable`),
    ...shareErrors(surge, `${path}.maxSurge`),
    ...(isZero ? [invalid(`${path}.maxUnavailable`, most, 'may not be 0 when `maxSurge` is 0')] : []),
    ...(typeof most === 'string' && /^\d+%$/.test(most) && Number.parseInt(most, 10) > 100
      ? [invalid(`${path}.maxUnavailable`, most, 'must not be greater than 100%')]
      : []),
  ]
}

/** What is neither a count nor a percentage counts as 0. */
function shareOf(value: Json): number {
  const [, digits = '0'] = /^([+-]?\d+)%?$/.exec(shownText(value)) ?? []
  return Number(digits)
}

/** A count or a percentage. */
function shareErrors(value: Json, path: string): readonly FieldError[] {
  if (typeof value === 'string') return /^\d+%$/.test(value) ? [] : [invalid(path, value, percentMessage)]
  return typeof value === 'number' && value < 0
    ? [invalid(path, value, 'must be greater than or equal to 0')]
    : []
}

function recreateErrors(object: JsonObject): readonly FieldError[] {
  const strategy = objectAt(object, 'spec', 'strategy')
  if (textAt(strategy, 'type') !== 'Recreate' || strategy.rollingUpdate === undefined) return []
  return [
    forbiddenField('spec.strategy.rollingUpdate', "may not be specified when strategy `type` is 'Recreate'"),
  ]
}
