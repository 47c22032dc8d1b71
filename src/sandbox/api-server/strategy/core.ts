import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { type FieldError, forbiddenField, immutable, invalid, required } from '../field-error.ts'
import { listAt, objectAt, sameJson, textAt, valueAt, withAt, withKeys } from '../object.ts'
import { podSpecErrors } from './pod-spec.ts'
import type { Strategy } from './strategy.ts'

export const namespace: Strategy = {
  names: 'namespace',
  prepareCreate: (object) => {
    const finalizers = listAt(object, 'spec', 'finalizers')
    const all = finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes']
    const labelled = withAt(object, ['metadata', 'labels', 'kubernetes.io/metadata.name'], () =>
      textAt(object, 'metadata', 'name'),
    )
    return withKeys(
      withAt(labelled, ['spec', 'finalizers'], () => all),
      { status: { phase: 'Active' } },
    )
  },
  prepareUpdate: (object, old) => withKeys(object, { spec: objectAt(old, 'spec') }),
}

const keyMessage =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

export const configMap: Strategy = {
  validate: (object) => [
    ...keyErrors(object, 'data'),
    ...keyErrors(object, 'binaryData'),
    ...Object.keys(objectAt(object, 'data')).flatMap((key) =>
      Object.hasOwn(objectAt(object, 'binaryData'), key)
        ? [invalid(`data[${key}]`, key, 'duplicate of key present in binaryData')]
        : [],
    ),
  ],
  validateUpdate: (object, old) => frozenErrors(object, old, ['data', 'binaryData']),
  stored: (object) => withBytes(object, 'binaryData'),
}

export const secret: Strategy = {
  validate: (object) => [...keyErrors(object, 'data'), ...tlsErrors(object)],
  validateUpdate: (object, old) => [
    ...(object.type === old.type ? [] : [immutable('type', object.type ?? null)]),
    ...frozenErrors(object, old, ['data']),
  ],
  stored: (object) => withBytes(object, 'data'),
}

/** The storage's encoding knows no bytes that are nothing: it has empty ones in their place. */
function withBytes(object: JsonObject, field: string): JsonObject {
  const entries = Object.entries(objectAt(object, field))
  if (entries.every(([, bytes]) => bytes !== null)) return object
  return { ...object, [field]: Object.fromEntries(entries.map(([key, bytes]) => [key, bytes ?? ''])) }
}

function keyErrors(object: JsonObject, field: string): readonly FieldError[] {
  return Object.keys(objectAt(object, field))
    .filter((key) => !/^[-._a-zA-Z0-9]{1,253}$/.test(key) || key === '.' || key === '..')
    .map((key) => invalid(`${field}[${key}]`, key, keyMessage))
}

/** `immutable: true` freezes the data and itself. */
function frozenErrors(object: JsonObject, old: JsonObject, fields: readonly string[]): readonly FieldError[] {
  if (old.immutable !== true) return []
  const message = 'field is immutable when `immutable` is set'
  return [
    ...(object.immutable === true ? [] : ['immutable']),
    ...fields.filter((key) => !sameJson(object[key], old[key])),
  ].map((field) => forbiddenField(field, message))
}

function tlsErrors(object: JsonObject): readonly FieldError[] {
  if (object.type !== 'kubernetes.io/tls') return []
  return ['tls.crt', 'tls.key']
    .filter((key) => !Object.hasOwn(objectAt(object, 'data'), key))
    .map((key) => required(`data[${key}]`))
}

export const persistentVolumeClaim: Strategy = {
  prepareCreate: (object) =>
    withFinalizer(withKeys(object, { status: { phase: 'Pending' } }), 'kubernetes.io/pvc-protection'),
  validateUpdate: (object, old) =>
    sameJson(claimSpec(object, old), claimSpec(old, old)) ? [] : [claimFrozen],
}

const claimFrozen: FieldError = forbiddenField(
  'spec',
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
)

/** What may not change: of a bound claim all but its size and class of attributes, and a volume may be named once. */
function claimSpec(object: JsonObject, old: JsonObject): JsonObject {
  const isBound = textAt(old, 'status', 'phase') === 'Bound'
  const spec = withKeys(objectAt(object, 'spec'), {
    volumeName: textAt(old, 'spec', 'volumeName') === '' ? undefined : valueAt(object, 'spec', 'volumeName'),
  })
  if (!isBound) return spec
  const resources = withKeys(objectAt(spec, 'resources'), { requests: undefined })
  return withKeys(spec, { resources, volumeAttributesClassName: undefined })
}

export const persistentVolume: Strategy = {
  prepareCreate: (object, { now }) =>
    withFinalizer(
      withKeys(object, { status: { phase: 'Pending', lastPhaseTransitionTime: now } }),
      'kubernetes.io/pv-protection',
    ),
  prepareStatus: (object, old) => {
    const isSame = valueAt(object, 'status', 'phase') === valueAt(old, 'status', 'phase')
    if (!isSame) return object
    return withAt(
      object,
      ['status', 'lastPhaseTransitionTime'],
      (given) => given ?? valueAt(old, 'status', 'lastPhaseTransitionTime'),
    )
  },
}

function withFinalizer(object: JsonObject, finalizer: string): JsonObject {
  const finalizers = listAt(object, 'metadata', 'finalizers')
  if (finalizers.includes(finalizer)) return object
  return withAt(object, ['metadata', 'finalizers'], () => [...finalizers, finalizer])
}

export const ingress: Strategy = {
  validate: (object) =>
    listAt(object, 'spec', 'rules').flatMap((rule, index) =>
      listAt(objectIn(rule), 'http', 'paths').flatMap((path, at) =>
        textAt(objectIn(path), 'pathType') === ''
          ? [required(`spec.rules[${index}].http.paths[${at}].pathType`, 'pathType must be specified')]
          : [],
      ),
    ),
}

function objectIn(value: Json): JsonObject {
  return isJsonObject(value) ? value : {}
}

export const roleBinding: Strategy = {
  names: 'path-segment',
  validateUpdate: (object, old) => {
    if (sameJson(object.roleRef, old.roleRef)) return []
    const ref = objectAt(object, 'roleRef')
    const shown = { APIGroup: ref.apiGroup ?? '', Kind: ref.kind ?? '', Name: ref.name ?? '' }
    return [invalid('roleRef', shown, 'cannot change roleRef')]
  },
}

export const podTemplate: Strategy = {
  validate: (object) =>
    podSpecErrors(objectAt(object, 'template', 'spec'), 'template.spec', ['Always', 'OnFailure', 'Never']),
}

export const role: Strategy = { names: 'path-segment' }

export const lease: Strategy = {
  validate: (object) => {
    const seconds = valueAt(object, 'spec', 'leaseDurationSeconds')
    if (typeof seconds !== 'number' || seconds > 0) return []
    return [invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
  },
}
