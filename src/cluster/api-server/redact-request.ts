import { isJsonObject, type Json } from '../../kube/json.ts'
import { oneLine, type Redact } from '../../kube/redact.ts'
import { isSecretKey } from '../../kube/secret-values.ts'
import type { ClusterRequest } from '../cluster.ts'

export interface Redaction {
  /** For what an API server says of a request. */
  readonly redact: Redact
  /** For the fields that it names. */
  readonly redactField: Redact
}

/**
 * An API server, and every webhook that it asks, may quote what was sent, whole, cut or otherwise encoded: of what they
 * say of a Secret only words are shown that are known beforehand, and only fields that the manifest has or may have.
 */
export function redactionOf({ group, resource, body }: ClusterRequest): Redaction {
  if (group !== '' || resource !== 'secrets' || body === undefined)
    return { redact: oneLine, redactField: oneLine }
  const fields = new Set(isJsonObject(body) ? [...plainFields, ...keysOf(body)] : plainFields)
  return { redact: knownWords, redactField: (field) => (fields.has(bare(field)) ? field : hidden(field)) }
}

const words = ['field is immutable', 'immutable', 'exceeded quota', 'does not support dry run', 'conflict']

function knownWords(text: string): string {
  const [known] = words.filter((word) => text.includes(word))
  return known === undefined ? hidden(text) : `${known} ${hidden(text)}`
}

function hidden(text: string): string {
  return text === '' ? '' : '(not shown, it may quote a Secret)'
}

const plainFields = [
  'apiVersion',
  'kind',
  'type',
  'immutable',
  'data',
  'stringData',
  'metadata',
  ...['name', 'namespace', 'labels', 'annotations', 'finalizers', 'ownerReferences', 'managedFields'].map(
    (name) => `metadata.${name}`,
  ),
]

function keysOf(body: { readonly [key: string]: Json }): readonly string[] {
  return ['data', 'stringData'].flatMap((map) => {
    const values = body[map]
    const keys = isJsonObject(values ?? null) ? Object.keys(values ?? {}) : []
    return keys.filter(isSecretKey).map((key) => `${map}.${key}`)
  })
}

/** `.data.key`, `data[key]` and `data["key"]` are the same field. */
function bare(field: string): string {
  return field.replace(/^\./, '').replace(/^(data|stringData)\["?([^"\]]*)"?\]$/, '$1.$2')
}
