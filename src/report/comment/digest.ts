import type { FieldValue } from '../../diff/comparison.ts'
import type { FieldPreview } from '../../diff/field-preview.ts'
import { canonicalJson } from '../../kube/canonical-json.ts'
import type { Json } from '../../kube/json.ts'
import { formatKey } from '../../kube/object-key.ts'
import { sha256Hex } from '../../kube/sha256.ts'
import type { ApplicationPreview, ObjectPreview, Preview } from '../preview.ts'

/**
 * 16 hex digits over what the sync would do: two plans of one digest do the same. Times, health, writers and texts are
 * left out, and so are the commits: a rebase that changes nothing keeps it.
 */
export function previewDigest({ depth, needsUpdate, applications }: Preview): string {
  const plan = { depth, needsUpdate, applications: applications.map(applicationJson) }
  return sha256Hex(canonicalJson(plan)).slice(0, 16)
}

function applicationJson(application: ApplicationPreview): Json {
  const { name, cluster, namespace, change, mode, automated, objects, hooks, acknowledgement } = application
  return {
    name,
    cluster,
    namespace,
    change,
    mode,
    automated,
    objects: objects.map(objectJson),
    hooks: hooks.map(({ key, phase, wave }) => [formatKey(key), phase, wave]),
    acknowledgement: acknowledgement?.digest ?? null,
  }
}

function objectJson({ key, action, phase, wave, fields, rejected, unverified }: ObjectPreview): Json {
  const verdict = [rejected?.reason ?? null, unverified?.reason ?? null]
  return [formatKey(key), action, phase ?? null, wave ?? null, ...verdict, fields.map(fieldJson)]
}

function fieldJson({ path, base, head, live, equal, will }: FieldPreview): Json {
  return [path, ...[base, head, live].map(valueJson), { ...equal }, will]
}

function valueJson(value: FieldValue | undefined): Json {
  return value?.kind === 'value' ? [value.value] : (value?.kind ?? null)
}
