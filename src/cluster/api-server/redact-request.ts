import { isJsonObject, isList, type Json } from '../../kube/json.ts'
import type { Manifest } from '../../kube/manifest.ts'
import { isSecretKind } from '../../kube/masking.ts'
import { type Redact, redactorFor } from '../../kube/redact.ts'
import type { ClusterRequest } from '../cluster.ts'

const shortest = 4
const shortestEncoded = 8

/**
 * An API server quotes what it refuses: takes the values of a Secret that was sent out of its answer. Where they cannot
 * be told from other words, or are no text, none of the answer's text is shown.
 */
export function redactRequest(request: ClusterRequest): Redact {
  const { body } = request
  if (request.group !== '' || request.resource !== 'secrets' || body === undefined) return redactorFor([])
  if (isList(body) || !isManifest(body) || !isSecretKind(body) || !isRecognisable(body)) return hidden
  return redactorFor([body])
}

function hidden(text: string): string {
  return text === '' ? '' : '(not shown, it may quote a Secret)'
}

function isManifest(body: Json): body is Manifest {
  return (
    isJsonObject(body) &&
    typeof body.apiVersion === 'string' &&
    typeof body.kind === 'string' &&
    isJsonObject(body.metadata)
  )
}

function isRecognisable({ data, stringData }: Manifest): boolean {
  return areLonger(data, shortestEncoded) && areLonger(stringData, shortest)
}

function areLonger(values: Json | undefined, length: number): boolean {
  if (values === undefined || values === null) return true
  if (!isJsonObject(values)) return false
  return Object.values(values).every((value) => typeof value === 'string' && value.length >= length)
}
