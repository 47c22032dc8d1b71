import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { resolvePlain } from '../../../kube/yaml-scalar.ts'
import { parseConfig } from '../../go-yaml/parse-yaml.ts'
import { at, fail, inField, type Place } from '../../render-error.ts'
import { type Field, FieldReader } from '../field-reader.ts'
import { FieldError, splitPath } from '../field-spec.ts'
import type { Target } from '../kustomization.ts'
import { readTarget } from '../read-entries.ts'
import { type Resource, textOf, withMerged } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { type Select, selectorFor } from '../selector.ts'
import type { SourceFiles } from '../source-files.ts'
import { moveToNamespace } from '../transformers/namespace.ts'
import type { Configure, PluginConfig } from './plugin-config.ts'
import { setAtPath } from './set-at-path.ts'

interface ValueTarget {
  /** Every object when absent. */
  readonly selector: Target | undefined
  readonly path: string
  /** 0 replaces the value; else it becomes the n-th name of the path that stands there. */
  readonly position: number
  readonly place: Place
}

/** ValueAddTransformer: writes one value, by default the directory's name, into fields of many objects. */
export const valueAdd: Configure = async (config) => {
  const { reader, root, place, kustomization, files } = config
  const fields = reader.fields(root, ['value', 'targets', 'targetFilePath'])
  const value = reader.text(fields.get('value')).trim() || (kustomization.directory.split('/').at(-1) ?? '')
  const targets = [
    ...readTargets(reader, fields.get('targets')),
    ...(await loadTargets(config, fields.get('targetFilePath'))),
  ]
  if (targets.length === 0) fail(inField(place, 'targets'), 'must specify at least one target')
  targets.forEach(checkTarget)
  const selects = await Promise.all(targets.map(async ({ selector }) => selector && selectorFor(selector)))
  return (resources) => {
    for (const [at, target] of targets.entries()) addValue(value, target, selects[at], resources, files)
  }
}

function readTargets(reader: FieldReader, field: Field | undefined): readonly ValueTarget[] {
  return reader.items(field).map((item) => {
    const fields = reader.fields(item, ['selector', 'fieldPath', 'filePathPosition'])
    return {
      selector: readTarget(reader, fields.get('selector')),
      path: reader.text(fields.get('fieldPath')),
      position: reader.integer(fields.get('filePathPosition')) ?? 0,
      place: reader.place(item.path),
    }
  })
}

async function loadTargets(
  { reader, kustomization, files }: PluginConfig,
  field: Field | undefined,
): Promise<readonly ValueTarget[]> {
  const text = reader.text(field)
  if (field === undefined || text === '') return []
  const place = reader.place(field.path)
  const found = await files.readBeside(kustomization, { text, place })
  const document = await at(place, () => parseConfig(found.text, { file: found.path }))
  if (document === undefined) return []
  const fileReader = new FieldReader(document, found.path, 'lenient')
  const fields = fileReader.fields({ value: document.value, path: [] }, ['targets'])
  const targets = readTargets(fileReader, fields.get('targets'))
  reader.problems.push(...fileReader.problems)
  files.warn(...fileReader.passedOver)
  return targets
}

function checkTarget({ path, position, place }: ValueTarget): void {
  if (path === '') fail(inField(place, 'fieldPath'), 'fieldPath cannot be empty')
  if (position >= 0) return
  fail(inField(place, 'filePathPosition'), `value of FilePathPosition (${position}) cannot be negative`)
}

function addValue(
  value: string,
  target: ValueTarget,
  select: Select | undefined,
  resources: ResourceSet,
  { budget }: SourceFiles,
): void {
  const { path, position, place } = target
  const chosen = select === undefined ? resources.list() : select(resources, budget)
  budget.changes(chosen.length, place)
  const steps = splitPath(path)
    .map((step) => step.trim())
    .filter((step) => step !== '')
  for (const resource of chosen) {
    const next =
      path === 'metadata/namespace'
        ? moveToNamespace(resource, value, [])
        : setValue(resource, steps, (present) => insert(value, textOf(present), position), place)
    resources.replace(resource, next)
  }
}

function setValue(
  resource: Resource,
  steps: readonly string[],
  change: (present: Json | undefined) => string,
  place: Place,
): Resource {
  try {
    const object = setAtPath(resource.object, steps, (present) => typed(change(present)))
    return withMerged(resource, isJsonObject(object) ? object : ({} satisfies JsonObject))
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    fail(place, `cannot be set in ${formatId(resource.id)}: ${error.message}`)
  }
}

/** kustomize writes the text without quotes, and it means what it then means. */
function typed(text: string): Json {
  const value = resolvePlain(text)
  return typeof value === 'symbol' ? text : value
}

/** An absolute path stays absolute. */
function insert(value: string, path: string, position: number): string {
  if (position === 0) return value
  const names = path.split('/').filter((name) => name !== '')
  const start = Math.min(position - 1, names.length)
  const joined = [...names.slice(0, start), value, ...names.slice(start)].join('/')
  return path.startsWith('/') ? `/${joined}` : joined
}
