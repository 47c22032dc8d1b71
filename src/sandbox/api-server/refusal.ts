import type { Json, JsonObject } from '../../kube/json.ts'

/** A request that is answered with a Status of failure. */
export class Refusal extends Error {
  readonly code: number
  readonly status: JsonObject

  constructor(code: number, message: string, rest: JsonObject = {}) {
    super(message)
    this.code = code
    const { metadata = {}, ...parts } = rest
    this.status = { kind: 'Status', apiVersion: 'v1', metadata, status: 'Failure', message, ...parts, code }
  }
}

/** What errors call a resource. */
export interface ResourceName {
  readonly group: string
  readonly resource: string
  readonly kind: string
}

/** `deployments.apps`, `configmaps`. */
export function qualifiedResource({ group, resource }: ResourceName): string {
  return group === '' ? resource : `${resource}.${group}`
}

function detailsOf({ group, resource }: ResourceName, name: string): JsonObject {
  return { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), kind: resource }
}

export function notFound(resource: ResourceName, name: string): Refusal {
  const details = detailsOf(resource, name)
  return new Refusal(404, `${qualifiedResource(resource)} "${name}" not found`, {
    reason: 'NotFound',
    details,
  })
}

export function unknownResource(): Refusal {
  return new Refusal(404, 'the server could not find the requested resource', {
    reason: 'NotFound',
    details: {},
  })
}

export function methodNotAllowed(): Refusal {
  const message = 'the server does not allow this method on the requested resource'
  return new Refusal(405, message, { reason: 'MethodNotAllowed', details: {} })
}

export function alreadyExists(resource: ResourceName, name: string, isGoing: boolean): Refusal {
  const details = detailsOf(resource, name)
  const message = `${isGoing ? 'object is being deleted: ' : ''}${qualifiedResource(resource)} "${name}" already exists`
  return new Refusal(409, message, { reason: 'AlreadyExists', details })
}

export function conflict(resource: ResourceName, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${qualifiedResource(resource)} "${name}": ${why}`
  return new Refusal(409, message, { reason: 'Conflict', details: detailsOf(resource, name) })
}

export function modified(resource: ResourceName, name: string): Refusal {
  const why = 'the object has been modified; please apply your changes to the latest version and try again'
  return conflict(resource, name, why)
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, message, { reason: 'BadRequest' })
}

export function internalError(message: string): Refusal {
  return new Refusal(500, message)
}

export function unauthorized(): Refusal {
  return new Refusal(401, 'Unauthorized', { reason: 'Unauthorized' })
}

export function forbidden(
  resource: ResourceName,
  name: string,
  why: string,
  causes: readonly Json[] = [],
): Refusal {
  const subject = qualifiedResource(resource) + (name === '' ? '' : ` "${name}"`)
  const details = { ...detailsOf(resource, name), ...(causes.length === 0 ? {} : { causes }) }
  return new Refusal(403, `${subject} is forbidden: ${why}`, { reason: 'Forbidden', details })
}

export function unsupportedMediaType(message: string, details?: JsonObject): Refusal {
  const reason = 'UnsupportedMediaType'
  return new Refusal(415, message, details === undefined ? { reason } : { reason, details })
}

export function expired(message: string, continueToken?: string): Refusal {
  const metadata = continueToken === undefined ? {} : { continue: continueToken }
  return new Refusal(410, message, { metadata, reason: 'Expired' })
}
