import { isJsonObject, isList, type Json, type JsonScalar } from '../../kube/json.ts'
import { apiVersionOf, compareText } from '../../kube/object-key.ts'
import type { RenderBudget } from '../render-budget.ts'
import { fail, type Place } from '../render-error.ts'
import type { ApiSchema } from './api-schema.ts'
import { expandVars } from './expand-vars.ts'
import { FieldError, type FieldSpec, type FieldSteps, fieldSteps, updateField } from './field-spec.ts'
import type { VarEntry } from './kustomization.ts'
import { readField } from './read-field.ts'
import { splitFieldPath } from './replacements/field-path.ts'
import { everyId, type Resource, withMerged } from './resource.ts'
import { aResourceId, clusterScope, formatGvk, formatId, idKey, selects } from './resource-id.ts'
import type { ResourceSet } from './resource-set.ts'
import type { SourceFiles } from './source-files.ts'

/** By name. */
export type Vars = ReadonlyMap<string, VarEntry>

/** Throws `RenderError` for a name that is there already, at `place` or where the var stands. */
export function mergeVars(vars: Vars, added: Iterable<VarEntry>, place?: Place): Vars {
  const merged = new Map(vars)
  for (const entry of added) {
    if (merged.has(entry.name)) fail(place ?? entry.place, `var '${entry.name}' already encountered`)
    merged.set(entry.name, entry)
  }
  return merged
}

/** Each object remembers the vars that it gives a value to, whatever it is called later. */
export function bindVars(vars: readonly VarEntry[], resources: ResourceSet, schema: ApiSchema): void {
  const names = new Map<Resource, string[]>()
  for (const entry of vars) {
    const [found, ...others] = objectsOf(entry, resources, schema)
    if (others.length > 0) {
      const count = others.length + 1
      fail(entry.place, `found ${count} resId matches for var ${formatVar(entry)} (unable to disambiguate)`)
    }
    if (found === undefined) continue
    const known = names.get(found)
    if (known === undefined) names.set(found, [entry.name])
    else known.push(entry.name)
  }
  for (const [resource, added] of names) {
    resources.replace(resource, { ...resource, vars: [...resource.vars, ...added] })
  }
}

/** Without a namespace those of any. */
function objectsOf({ object }: VarEntry, resources: ResourceSet, schema: ApiSchema): readonly Resource[] {
  const { group, version, kind, name, namespace } = object
  const id = aResourceId(apiVersionOf(group, version), kind, name, namespace, schema)
  if (id.namespace !== '' || id.scope === clusterScope) return resources.withId(id)
  const key = idKey(id)
  return resources
    .withName(name)
    .filter((resource) => everyId(resource).some((other) => idKey({ ...other, scope: id.scope }) === key))
}

/**
 * Puts the values of vars where `$(NAME)` stands, in the fields of `specs`. What is unknown stays; `$$` is a dollar.
 * Runs once, over the whole build, when names are final.
 */
export function resolveVars(
  resources: readonly Resource[],
  vars: Vars,
  specs: readonly FieldSpec[],
  files: SourceFiles,
): readonly Resource[] {
  if (vars.size === 0) return resources
  const values = valuesOf(vars, resources, files)
  const used = new Set<string>()
  const lookUp = (name: string): JsonScalar | undefined => {
    if (values.has(name)) used.add(name)
    return values.get(name)
  }
  const fields = specs.map(fieldSteps)
  const resolved = resources.map((resource) =>
    fields
      .filter(({ spec }) => selects(spec, resource.id))
      .reduce((current, field) => resolveField(current, field, lookUp, files.budget), resource),
  )
  const unused = [...vars.keys()].filter((name) => !used.has(name)).sort(compareText)
  if (unused.length > 0) files.warn(`well-defined vars that were never replaced: ${unused.join(',')}`)
  return resolved
}

function valuesOf(
  vars: Vars,
  resources: readonly Resource[],
  files: SourceFiles,
): ReadonlyMap<string, JsonScalar> {
  const values = new Map<string, JsonScalar>()
  const sources = sourcesOf(resources)
  for (const entry of [...vars.values()].sort((a, b) => compareText(a.name, b.name))) {
    const source = sources.get(entry.name)
    const shown = `'${formatVar(entry)}'`
    if (source === undefined) {
      fail(entry.place, `var ${shown} cannot be mapped to a field in the set of known resources`)
    }
    const value = readField(source.object, splitFieldPath(entry.fieldPath).flatMap(splitPosition))
    if (value === undefined) {
      fail(entry.place, `field specified in var ${shown} not found in corresponding resource`)
    }
    if (typeof value !== 'object') values.set(entry.name, value)
    else files.warn(`var ${shown} names a map or a list, which is put nowhere; $(${entry.name}) stays`)
  }
  return values
}

/** `ports[0]` is `ports`, `0`. */
function splitPosition(part: string): readonly string[] {
  const [, name = '', position] = /^(.*)\[(\d+)\]$/s.exec(part) ?? []
  if (position === undefined) return [part]
  return name === '' ? [position] : [name, position]
}

/** The first object that gives a value to each var. */
function sourcesOf(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const sources = new Map<string, Resource>()
  for (const resource of resources) {
    for (const name of resource.vars) if (!sources.has(name)) sources.set(name, resource)
  }
  return sources
}

type LookUp = (name: string) => JsonScalar | undefined

function resolveField(resource: Resource, field: FieldSteps, lookUp: LookUp, budget: RenderBudget): Resource {
  const place = { file: resource.origin.path, line: resource.origin.line }
  const change = (text: string): JsonScalar =>
    expandVars(text, lookUp, (size) => budget.expanded(size, place))
  try {
    const object = updateField(resource.object, field, undefined, (value) => changeTexts(value, change))
    return object === resource.object ? resource : withMerged(resource, object)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const what = `considering field '${field.spec.path}' of object ${formatId(resource.id)}`
    fail(place, `${what}: ${error.message}`)
  }
}

function changeTexts(value: Json, change: (text: string) => JsonScalar): Json {
  if (typeof value === 'string') return change(value)
  if (isList(value)) return changeItems(value, change)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [
    key,
    typeof item === 'string' ? change(item) : item,
  ])
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value
}

function changeItems(items: readonly Json[], change: (text: string) => JsonScalar): Json {
  const next = items.map((item) => {
    if (typeof item !== 'string') throw new FieldError('', 'invalid value type expect a string')
    return change(item)
  })
  return next.some((item, index) => item !== items[index]) ? next : items
}

function formatVar({ name, object, fieldPath }: VarEntry): string {
  return `{${name} ${formatGvk(object)} {${fieldPath}}}`
}
