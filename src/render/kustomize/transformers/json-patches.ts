import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { parseConfig } from '../../go-yaml/parse-yaml.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { fail, type Place } from '../../render-error.ts'
import { type Operation, readOperations } from '../json-operations.ts'
import { applyJsonPatch, JsonPatchError } from '../json-patch.ts'
import { type Resource, withObject } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import { withUnquotedValues } from '../unquoted-annotations.ts'
import { noTexts } from '../written-texts.ts'

/**
 * The operations of a patch text: JSON when it starts with `[`, else the first document of YAML 1.1; none for null.
 * Throws `YamlError`, and `JsonPatchError` for what is no list of operations.
 */
export function parseJsonPatch(text: string, file: string): readonly Operation[] {
  const value = text.startsWith('[') ? parseJson(text, file) : parseYaml11(text, file)
  if (value === null) return []
  const operations = readOperations(value)
  if (operations !== undefined) return operations
  throw new JsonPatchError(`json: cannot unmarshal ${kindOf(value)} into Go value of type jsonpatch.Patch`)
}

/** YAML keeps integers that JavaScript's parser rounds. */
function parseJson(text: string, file: string): Json {
  try {
    const value: Json = JSON.parse(text)
    return /\d{16}/.test(text) ? parseYaml11(text, file) : value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new JsonPatchError('is no valid JSON, which a patch that starts with [ must be')
  }
}

function parseYaml11(text: string, file: string): Json {
  return parseConfig(text, { file })?.value ?? null
}

/** As Go's JSON decoder calls it. */
function kindOf(value: Json): string {
  if (isList(value)) return 'array'
  if (isJsonObject(value)) return 'object'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** A patch is made to JSON: annotations that were written without quotes are what YAML makes of them. */
export function applyOperations(
  resource: Resource,
  operations: readonly Operation[],
  budget: RenderBudget,
  place: Place,
): Resource {
  const object = patched(resource, operations, budget, place)
  if (!isJsonObject(object)) fail(place, `leaves no object of ${formatId(resource.id)}`)
  const { mergeRules: _, isWrittenQuoted: __, ...rest } = withObject(resource, object)
  const next = { ...rest, shared: [], texts: noTexts }
  const what = `a patch leaves ${formatId(resource.id)} without it`
  if (next.id.kind === '') fail(place, `missing kind in object; ${what}`)
  if (next.id.name !== '' || next.id.kind.endsWith('List')) return next
  return fail(place, `missing metadata.name in object; ${what}`)
}

/** One change is what copying a map of so many keys costs. */
const keysInOne = 20

function patched(
  resource: Resource,
  operations: readonly Operation[],
  budget: RenderBudget,
  place: Place,
): Json {
  const onMoved = (keys: number): void => budget.changes(Math.floor(keys / keysInOne), place)
  try {
    return applyJsonPatch(withUnquotedValues(resource.object, resource.unquoted), operations, onMoved)
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error
    fail(place, `cannot be applied to ${formatId(resource.id)}: ${error.message}`)
  }
}
