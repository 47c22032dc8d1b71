import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { invalid, invalidObject } from '../field-error.ts'
import type { Kernel } from '../kernel.ts'
import { tableOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type KubeObject, objectAt, textAt, valueAt, withAt, withKeys } from '../object.ts'
import { badRequest, modified, notFound } from '../refusal.ts'
import { labelTerms, selectorText } from '../selector-text.ts'
import { readApplyBody } from './body.ts'
import { replace } from './commit.ts'
import { applyPatchType, mediaType, patchOf } from './patch.ts'
import { scaleOwned } from './scale-ownership.ts'
import { systemRequest } from './system-request.ts'
import { find } from './update.ts'
import type { WriteRequest } from './write-request.ts'

interface ScalePlaces {
  readonly spec: readonly string[]
  readonly status: readonly string[]
  readonly selector: readonly string[] | undefined
}

function placesOf({ custom }: WriteRequest['kind']): ScalePlaces {
  if (custom?.scale === undefined)
    return { spec: ['spec', 'replicas'], status: ['status', 'replicas'], selector: undefined }
  const { specReplicas, statusReplicas, labelSelector } = custom.scale
  return { spec: specReplicas, status: statusReplicas, selector: labelSelector }
}

/** An object as its `scale` subresource shows it. */
export function scaleOf(kind: WriteRequest['kind'], object: KubeObject): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const places = placesOf(kind)
  const selector = scaleSelector(kind, object, places)
  const replicas = valueAt(object, ...places.spec) ?? 0
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: withKeys({}, { name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: valueAt(object, ...places.status) ?? 0,
      ...(selector === '' ? {} : { selector }),
    },
  }
}

function scaleSelector(kind: WriteRequest['kind'], object: KubeObject, places: ScalePlaces): string {
  if (kind.custom !== undefined)
    return places.selector === undefined ? '' : textAt(object, ...places.selector)
  const selector = objectAt(object, 'spec', 'selector')
  if (tableOf(kind) === '/replicationcontrollers') return labelTerms(selector).join(',')
  return selectorText(selector)
}

/** PUT and PATCH of the `scale` subresource: only the wanted number of replicas can be changed. */
export function writeScale(request: WriteRequest, verb: 'update' | 'patch'): JsonObject {
  const { kind, name } = request
  const old = find(request)
  if (old === undefined) throw notFound(kind, name)
  const before = scaleOf(kind, old)
  const type = mediaType(request.contentType)
  const isApply = verb === 'patch' && type === applyPatchType
  const given = isApply
    ? readApplyBody(request)
    : verb === 'patch'
      ? patchOf(request, type)(asScale(before))
      : parseScale(request)
  if (!isJsonObject(given)) throw badRequest('the body is no Scale')
  const revision = textAt(given, 'metadata', 'resourceVersion')
  if (revision !== '' && revision !== old.metadata.resourceVersion) throw modified(kind, name)
  const replicas = valueAt(given, 'spec', 'replicas') ?? 0
  assertReplicas(name, replicas)
  return scaleOf(kind, commitScale(request, old, replicas, isApply))
}

function commitScale(request: WriteRequest, old: KubeObject, replicas: Json, isApply: boolean): KubeObject {
  const path = placesOf(request.kind).spec
  const managedFields = scaleOwned(request, old, { isApply, replicas, path })
  return replace(
    { ...request, subresource: 'scale' },
    withAt(old, path, () => replicas),
    old,
    managedFields,
  )
}

/** What a controller does through the `scale` subresource. */
export function scaleObject(
  kernel: Kernel,
  kind: ServedKind,
  object: KubeObject,
  replicas: number,
  fieldManager: string,
): void {
  const { name, namespace = '' } = object.metadata
  const request = systemRequest(kernel, kind, { name, namespace, subresource: 'scale' }, fieldManager)
  commitScale(request, object, replicas, false)
}

function asScale(scale: JsonObject): KubeObject {
  return scale as KubeObject
}

function parseScale({ text }: WriteRequest): Json {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest(
      "the object provided is unrecognized (must be of type Scale): couldn't get version/kind; json parse error: no JSON",
    )
  }
}

function assertReplicas(name: string, replicas: Json): void {
  if (typeof replicas !== 'number') {
    throw badRequest(
      'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal into Go struct field ScaleSpec.spec.replicas of type int32',
    )
  }
  if (replicas >= 0) return
  const subject = { group: 'autoscaling', kind: 'Scale', name }
  throw invalidObject(subject, [invalid('spec.replicas', replicas, 'must be greater than or equal to 0')])
}
