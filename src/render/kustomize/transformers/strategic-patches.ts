import { getOwn, isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { apiVersionOf } from '../../../kube/object-key.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { fail, type Place } from '../../render-error.ts'
import { withoutEmptyFields } from '../empty-fields.ts'
import { directiveKey, MergeError } from '../merge-error.ts'
import { withKeptQuotes } from '../merge-quotes.ts'
import { joinRules, ruleOfKind } from '../merge-schema.ts'
import { type Resource, rememberId, textOf, withMerged, withObject } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { strategicMerge } from '../strategic-merge.ts'
import { mergeTexts, textAt } from '../written-texts.ts'

export interface PatchOptions {
  readonly allowNameChange: boolean
  readonly allowKindChange: boolean
}

export const keepIdentity: PatchOptions = { allowNameChange: false, allowKindChange: false }

/**
 * kustomize copies the labels and annotations of a patch that has a target, or stands in `patchesStrategicMerge`, as
 * texts: a null there removes nothing, it becomes the text `null`, and a map without entries is none. Of a patch that
 * may rename it copies the annotations.
 */
export function withTextMetadata(
  patch: Resource,
  maps: readonly string[] = ['labels', 'annotations'],
): Resource {
  const metadata = getOwn(patch.object, 'metadata')
  if (!isJsonObject(metadata)) return patch
  const entries = Object.entries(metadata).flatMap(([field, value]): readonly [string, Json][] =>
    maps.includes(field) ? asTexts(field, value, patch) : [[field, value]],
  )
  return withObject(patch, { ...patch.object, metadata: Object.fromEntries(entries) })
}

function asTexts(field: string, map: Json, patch: Resource): readonly [string, Json][] {
  if (!isJsonObject(map) || Object.keys(map).length === 0) return []
  const texts = Object.entries(map).map(([key, value]) => [
    key,
    writtenText(field, key, patch) ?? (value === null ? 'null' : textOf(value)),
  ])
  return [[field, Object.fromEntries(texts)]]
}

function writtenText(field: string, key: string, { object, texts, unquoted }: Resource): string | undefined {
  const annotation = field === 'annotations' ? unquoted.find((one) => one.key === key) : undefined
  return annotation?.text ?? textAt(texts, object, ['metadata', field, key])
}

/** The one object that has or had the patch's group, version, kind, name and namespace. */
export function targetOf(patch: Resource, resources: ResourceSet, place: Place): Resource {
  const [target, ...others] = resources.withId(patch.id)
  const id = formatId(patch.id)
  if (target === undefined) {
    fail(
      place,
      `no resource matches strategic merge patch "${id}": no matches for Id ${id}; failed to find unique target for patch ${id}`,
    )
  }
  if (others.length > 0)
    fail(place, `multiple matches for Id ${id}; failed to find unique target for patch ${id}`)
  return target
}

/**
 * The object with the patch merged in; undefined when nothing is left. It keeps its name, kind and namespace. Of the
 * whole object `$patch: replace` replaces nothing.
 */
export function mergePatch(
  resource: Resource,
  patch: Resource,
  options: PatchOptions,
  budget: RenderBudget,
  place: Place,
): Resource | undefined {
  const { group, version, kind, name, namespace } = resource.id
  const apiVersion = apiVersionOf(group, version)
  const remembered = options.allowNameChange || options.allowKindChange ? rememberId(resource) : resource
  if (getOwn(patch.object, directiveKey) === 'replace') return remembered
  const typed = apiVersion === '' ? patch.object : { ...patch.object, apiVersion }
  const merged = merge(resource, { ...patch, object: typed }, apiVersion, budget, place)
  if (!isJsonObject(merged) || Object.keys(merged).length === 0) return undefined
  const metadata = getOwn(merged, 'metadata')
  const kept: JsonObject = {
    ...(isJsonObject(metadata) ? metadata : {}),
    ...(!options.allowNameChange && { name }),
    ...(namespace !== '' && { namespace }),
  }
  const next = withMerged(remembered, {
    ...merged,
    ...(!options.allowKindChange && { kind }),
    metadata: namespace === '' ? without(kept, 'namespace') : kept,
  })
  return { ...next, texts: mergeTexts(resource.texts, patch.texts, patch.object) }
}

function merge(
  resource: Resource,
  patch: Resource,
  apiVersion: string,
  budget: RenderBudget,
  place: Place,
): Json | undefined {
  const fields = joinRules(resource.mergeRules, patch.mergeRules)
  const schema = resource.schema.forMerge
  const rule = { ...ruleOfKind(apiVersion, resource.id.kind, schema), ...(fields && { fields }) }
  const onWork = counted(budget, place)
  onWork(resource.texts.size * stepsForText)
  const object = withoutEmptyFields(resource, rule, schema)
  try {
    return strategicMerge(object, withKeptQuotes(patch, resource, rule, schema), rule, schema, onWork)
  } catch (error) {
    if (!(error instanceof MergeError)) throw error
    fail(place, `cannot be merged into ${formatId(resource.id)}: ${error.message}`)
  }
}

/** A merge that takes so many steps counts as one change. */
const stepsInOne = 50

/** What is written otherwise than its value is looked for in every patch. */
const stepsForText = 3

function counted(budget: RenderBudget, place: Place): (steps: number) => void {
  let rest = 0
  return (steps) => {
    const changes = Math.floor((rest + steps) / stepsInOne)
    rest = rest + steps - changes * stepsInOne
    budget.changes(changes, place)
  }
}

function without(map: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key))
}
