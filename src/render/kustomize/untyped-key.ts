import { resolveManifestScalar } from '../go-yaml/resolve-scalar.ts'
import { fail, type Place } from '../render-error.ts'
import { formatId, type ResourceId } from './resource-id.ts'

/** kustomize writes the keys that it adds to maps without quotes, and stops at one that is no text then: `"123"`. */
export function refuseUntypedKey(keys: readonly string[], id: ResourceId, map: string, place: Place): void {
  const key = keys.find(isUntyped)
  if (key === undefined) return
  const what = `the key ${JSON.stringify(key)} of its ${map} is no text without quotes`
  fail(place, `${formatId(id)}: json: unsupported type: ${what}`)
}

function isUntyped(key: string): boolean {
  return key !== '' && resolveManifestScalar(key) !== key
}
