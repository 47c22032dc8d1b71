import { isJsonObject, type Json } from '../../../kube/json.ts'
import { parseYaml } from '../../../kube/yaml.ts'
import { fail, type Place } from '../../render-error.ts'
import { applyJsonPatch, JsonPatchError, type Operation, readOperations } from '../json-patch.ts'
import { resolveYaml11 } from '../read-scalar.ts'
import { type Resource, withObject } from '../resource.ts'
import { formatId } from '../resource-id.ts'

/** The operations of a patch text; undefined for what is no JSON patch. Throws `YamlError`. */
export function parseJsonPatch(text: string, file: string): readonly Operation[] | undefined {
  const [document] = parseYaml(text, { file, resolve: resolveYaml11 })
  return document === undefined ? undefined : readOperations(document.value)
}

export function applyOperations(
  resource: Resource,
  operations: readonly Operation[],
  place: Place,
): Resource {
  const object = patched(resource, operations, place)
  if (isJsonObject(object)) return { ...withObject(resource, object), shared: [] }
  fail(place, `leaves no object of ${formatId(resource.id)}`)
}

function patched(resource: Resource, operations: readonly Operation[], place: Place): Json {
  try {
    return applyJsonPatch(resource.object, operations)
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error
    fail(place, `cannot be applied to ${formatId(resource.id)}: ${error.message}`)
  }
}
