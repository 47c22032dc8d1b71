import { isJsonObject, isList, type Json } from '../../kube/json.ts'
import type { ClusterRequest } from '../cluster.ts'
import { isSecretLike } from './mask-answer.ts'

/** An API server quotes what it refuses: takes the values of a Secret that was sent out of its answer. */
export function redactorFor(request: ClusterRequest): (text: string) => string {
  if (!isSecretLike(request) || request.body === undefined) return (text) => text
  const secrets = [...new Set(scalarsBelow(request.body, false))]
    .filter((value) => value !== '')
    .toSorted((a, b) => b.length - a.length)
  return (text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '(masked)'), text)
}

function scalarsBelow(value: Json | readonly Json[], isSecret: boolean): readonly string[] {
  if (isList(value)) return value.flatMap((item) => scalarsBelow(item, isSecret))
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      scalarsBelow(item, isSecret || key === 'data' || key === 'stringData'),
    )
  }
  if (!isSecret || value === null) return []
  const text = String(value)
  return [text, decoded(text)]
}

function decoded(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return ''
  }
}
