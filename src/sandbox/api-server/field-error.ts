import type { Json, JsonObject } from '../../kube/json.ts'
import { Refusal } from './refusal.ts'

/** One thing that is wrong with an object. */
export interface FieldError {
  readonly reason: string
  readonly field: string
  readonly message: string
}

export function required(field: string, detail?: string): FieldError {
  const message = detail === undefined ? 'Required value' : `Required value: ${detail}`
  return { reason: 'FieldValueRequired', field, message }
}

export function invalid(field: string, value: Json, detail: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${JSON.stringify(value)}: ${detail}` }
}

export function wrongType(field: string, value: Json, detail: string): FieldError {
  return {
    reason: 'FieldValueTypeInvalid',
    field,
    message: `Invalid value: ${JSON.stringify(value)}: ${detail}`,
  }
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: `Forbidden: ${detail}` }
}

export function unsupported(field: string, value: Json, supported: readonly string[]): FieldError {
  const values = supported.map((text) => JSON.stringify(text)).join(', ')
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`
  return { reason: 'FieldValueNotSupported', field, message }
}

export function tooLong(field: string, limit: number): FieldError {
  return { reason: 'FieldValueTooLong', field, message: `Too long: may not be more than ${limit} bytes` }
}

export function duplicate(field: string, value: Json): FieldError {
  return { reason: 'FieldValueDuplicate', field, message: `Duplicate value: ${JSON.stringify(value)}` }
}

export function missing(field: string, value: Json): FieldError {
  return { reason: 'FieldValueNotFound', field, message: `Not found: ${JSON.stringify(value)}` }
}

export function immutable(field: string, value: Json): FieldError {
  return invalid(field, value, 'field is immutable')
}

/** What an Invalid status is about. */
export interface InvalidSubject {
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** 422: every cause is listed; the message names equal ones once. */
export function invalidObject({ group, kind, name }: InvalidSubject, errors: readonly FieldError[]): Refusal {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))]
  const what = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  const subject = group === '' ? kind : `${kind}.${group}`
  const details: JsonObject = {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    ...(kind === '' ? {} : { kind }),
    causes: errors.map(({ reason, field, message }) => ({ reason, message, field })),
  }
  return new Refusal(422, `${subject} "${name}" is invalid: ${what}`, { reason: 'Invalid', details })
}

export function invalidOptions(kind: string, error: FieldError): Refusal {
  return invalidObject({ group: 'meta.k8s.io', kind, name: '' }, [error])
}
