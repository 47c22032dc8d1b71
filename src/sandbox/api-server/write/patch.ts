import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { invalid, invalidObject } from '../field-error.ts'
import { type KubeObject, textAt } from '../object.ts'
import { badRequest, notFound, unsupportedMediaType } from '../refusal.ts'
import { apply } from './apply.ts'
import { decodeOr, placed } from './body.ts'
import { applyJsonPatch } from './json-patch.ts'
import { applyMergePatch } from './merge-patch.ts'
import { applyStrategicPatch } from './strategic-patch.ts'
import { find, replaceRead, type Written } from './update.ts'
import type { WriteRequest } from './write-request.ts'

export const applyPatchType = 'application/apply-patch+yaml'

/** PATCH in the four ways of the API: apply, merge, JSON and strategic merge. */
export function patch(request: WriteRequest, authoriseCreate: () => void): Written {
  const type = mediaType(request.contentType)
  if (type === applyPatchType) return apply(request, authoriseCreate)
  const change = patchOf(request, type)
  const old = find(request)
  if (old === undefined) throw notFound(request.kind, request.name)
  const patched = change(old)
  if (!isJsonObject(patched)) throw badRequest('the patch leaves no object')
  return { object: replaceRead(request, placed(request, readPatched(request, patched)), old), isNew: false }
}

export function mediaType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

type Change = (object: KubeObject) => Json

export function patchOf({ kind, text }: Pick<WriteRequest, 'kind' | 'text'>, type: string): Change {
  switch (type) {
    case 'application/merge-patch+json':
      return (object) => applyMergePatch(object, parseObject(text))
    case 'application/json-patch+json':
      return (object) => applyJsonPatch(object, parse(text))
    case 'application/strategic-merge-patch+json':
      if (kind.custom !== undefined) throw unsupportedForCustom()
      return (object) => applyStrategicPatch(object, parseObject(text), kind.codec.schema)
    default:
      throw unsupportedMediaType('415: Unsupported Media Type', {})
  }
}

function unsupportedForCustom(): Error {
  const accepted = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml'
  return unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  )
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`error decoding patch: ${error instanceof Error ? error.message : ''}`)
  }
}

function parseObject(text: string): JsonObject {
  const value = parse(text)
  if (isJsonObject(value)) return value
  throw badRequest(
    'error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}',
  )
}

/** A patch that makes an object unreadable is invalid as a whole. */
function readPatched(request: WriteRequest, patched: JsonObject): JsonObject {
  const { kind, options, warnings } = request
  const subject = { group: '', kind: '', name: '' }
  const { object, unknown } = decodeOr(kind, patched, (why) =>
    invalidObject(subject, [invalid('patch', JSON.stringify(patched), why)]),
  )
  const texts = unknown.map((path) => `unknown field ${JSON.stringify(path)}`)
  if (options.fieldValidation === 'Strict' && texts.length > 0) {
    throw invalidObject(subject, [
      invalid('patch', JSON.stringify(patched), `strict decoding error: ${texts.join(', ')}`),
    ])
  }
  if (options.fieldValidation === 'Warn') warnings.push(...texts)
  return textAt(object, 'kind') === kind.kind ? object : patched
}
