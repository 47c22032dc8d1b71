import { YamlError } from '../../../kube/yaml-error.ts'
import { patchDialect } from '../../go-yaml/dialects.ts'
import type { RenderBudget } from '../../render-budget.ts'
import { at, fail, failWith, inField, type Place, problemsOf, RenderError } from '../../render-error.ts'
import type { ApiSchema } from '../api-schema.ts'
import type { Operation } from '../json-operations.ts'
import { JsonPatchError } from '../json-patch.ts'
import type { Kustomization, PatchEntry, Placed, PlacedText } from '../kustomization.ts'
import { type ReadResources, readResources } from '../read-resources.ts'
import { type Resource, rememberId, withObject } from '../resource.ts'
import { formatId } from '../resource-id.ts'
import type { ResourceSet } from '../resource-set.ts'
import { type Select, selectorFor } from '../selector.ts'
import type { FoundFile, SourceFiles } from '../source-files.ts'
import type { Transformer } from '../step.ts'
import { withUnquotedValues } from '../unquoted-annotations.ts'
import { applyOperations, parseJsonPatch } from './json-patches.ts'
import {
  keepIdentity,
  mergePatch,
  type PatchOptions,
  targetOf,
  withTextMetadata,
} from './strategic-patches.ts'

/** Each of `paths` is a file or, in old kustomizations, the patch itself; `patches` holds more of them. */
export interface StrategicEntry extends Placed {
  readonly paths: readonly PlacedText[]
  readonly patches: string
}

interface PlacedPatch extends Placed {
  readonly patch: Resource
}

/** `patchesStrategicMerge`: each patch is merged into the one object that has its id. */
export async function strategicPatches(
  { paths, patches, place }: StrategicEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<Transformer> {
  const loaded: PlacedPatch[] = []
  for (const path of paths) loaded.push(...(await loadStrategic(path, kustomization, files)))
  if (patches !== '') {
    const inline = { text: patches, place: inField(place, 'patches') }
    loaded.push(...(await placed(inline.place, here(inline), files.schema)))
  }
  if (loaded.length === 0) {
    fail(place, `patch appears to be empty; files=[${paths.map(({ text }) => text).join(' ')}]`)
  }
  return (resources) => {
    for (const one of loaded) {
      mergeById(withTextMetadata(one.patch), resources, keepIdentity, files.budget, one.place)
    }
  }
}

async function loadStrategic(
  entry: PlacedText,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<readonly PlacedPatch[]> {
  const { resources, problems } = tryRead(here(entry), entry.place, files.schema)
  if (problems.length === 0) return resources.map((patch) => ({ patch, place: entry.place }))
  if (entry.text.includes('\n')) failWith(problems)
  return placed(entry.place, await files.readBeside(kustomization, entry), files.schema)
}

async function placed(
  place: Place,
  { text, path }: FoundFile,
  schema: ApiSchema,
): Promise<readonly PlacedPatch[]> {
  const { resources, problems } = await at(place, () => readPatches(text, path, schema))
  failWith(problems)
  return resources.map((patch) => ({ patch, place }))
}

/** One entry of `patches`: strategic merge or JSON 6902, on one object by its id or on all that the target means. */
export async function patch(
  entry: PatchEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<Transformer> {
  const { target, place } = entry
  const parsed = parsePatch(await loadPatch(entry, kustomization, files), place, files.schema)
  if (parsed.kind === 'json') {
    if (target === undefined) fail(place, 'must specify a target for JSON patch')
    const select = await selectorFor(target)
    return (resources) => applyToAll(parsed.operations, select, resources, files, rememberId, place)
  }
  const select = target && (await selectorFor(target))
  return (resources) => mergeIntoTargets(entry, parsed.patches, select, resources, files)
}

/** One entry of `patchesJson6902`, which remembers no previous names. */
export async function json6902Patch(
  entry: PatchEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<Transformer> {
  const { target, place } = entry
  if (target === undefined) fail(place, 'must specify a target for JSON patch')
  if (target.name === '') fail(place, 'must specify the target name')
  const { text, path } = await loadJson6902(entry, kustomization, files)
  const operations = await at(place, () => decode(text, path, place))
  if (operations.length === 0) fail(place, `patch appears to be empty; file=${path}`)
  const select = await selectorFor(target)
  return (resources) => applyToAll(operations, select, resources, files, (resource) => resource, place)
}

function loadJson6902(
  { place, path, patch: text }: PatchEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<FoundFile> | FoundFile {
  if (path === '' && text === '') fail(place, 'empty file path and empty jsonOp')
  if (path !== '' && text !== '') fail(place, 'must specify a file path or jsonOp, not both')
  if (text !== '') return here({ text, place })
  return files.readBeside(kustomization, { text: path, place: inField(place, 'path') })
}

function decode(text: string, path: string, place: Place): readonly Operation[] {
  if (text === '') fail(place, `patch file '${path}' empty seems to be empty`)
  try {
    return parseJsonPatch(text, path)
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error
    fail(place, `decoding ${path}: ${error.message}`)
  }
}

function loadPatch(
  entry: PatchEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<FoundFile> | FoundFile {
  const { place, path } = entry
  const text = entry.patch.trim()
  const shown = place.field ?? place.file
  if (text === '' && path === '') fail(place, `must specify one of patch and path in ${shown}`)
  if (text !== '' && path !== '') fail(place, `patch and path can't be set at the same time in ${shown}`)
  if (text !== '') return here({ text, place })
  return files.readBeside(kustomization, { text: path, place: inField(place, 'path') })
}

function here({ text, place }: PlacedText): FoundFile {
  return { text, path: place.file }
}

type ParsedPatch =
  | { readonly kind: 'strategic'; readonly patches: readonly Resource[] }
  | { readonly kind: 'json'; readonly operations: readonly Operation[] }

/** What reads as objects is a strategic merge, even when there are none; what reads as operations a JSON patch. */
function parsePatch(found: FoundFile, place: Place, schema: ApiSchema): ParsedPatch {
  const strategic = tryRead(found, place, schema)
  if (strategic.problems.length === 0) return { kind: 'strategic', patches: strategic.resources }
  const operations = tryOperations(found)
  if (operations !== undefined) return { kind: 'json', operations }
  const from = found.path === place.file ? 'patch: "…"' : `path: "${found.path}"`
  const message = `unable to parse SM or JSON patch from [${from}]`
  throw new RenderError([{ code: 'invalid', ...place, message }, ...strategic.problems])
}

function tryRead({ text, path }: FoundFile, place: Place, schema: ApiSchema): ReadResources {
  try {
    return readPatches(text, path, schema)
  } catch (error) {
    const problems = problemsOf(error, place)
    if (problems === undefined) throw error
    return { resources: [], problems }
  }
}

/** In a patch a null removes, in annotations too. */
function readPatches(text: string, path: string, schema: ApiSchema): ReadResources {
  const { resources, problems } = readResources(text, path, schema, patchDialect)
  return { resources: resources.map(withNullAnnotations), problems }
}

function withNullAnnotations(patch: Resource): Resource {
  const nulls = patch.unquoted.filter(({ value }) => value === null)
  return withObject(patch, withUnquotedValues(patch.object, nulls))
}

function tryOperations({ text, path }: FoundFile): readonly Operation[] | undefined {
  try {
    return parseJsonPatch(text, path)
  } catch (error) {
    if (error instanceof YamlError || error instanceof JsonPatchError) return undefined
    throw error
  }
}

function applyToAll(
  operations: readonly Operation[],
  select: Select,
  resources: ResourceSet,
  { budget }: SourceFiles,
  prepare: (resource: Resource) => Resource,
  place: Place,
): void {
  const size = writtenBy(operations, budget, place)
  for (const resource of select(resources, budget)) {
    const patched = applyOperations(prepare(resource), operations, budget, place)
    if (size === undefined) budget.object(patched.object, place)
    else budget.written(size, place)
    resources.replace(resource, patched)
  }
}

/** Undefined where it depends on the object. */
function writtenBy(operations: readonly Operation[], budget: RenderBudget, place: Place): number | undefined {
  let size = 0
  for (const { op, path, value = null } of operations) {
    if (op === 'copy' || op === 'move') return undefined
    const { text, steps } = path ?? noPath
    size += text.length + budget.measure(value, steps.length, place)
  }
  return size
}

const noPath = { text: '', steps: [] }

function mergeIntoTargets(
  entry: PatchEntry,
  patches: readonly Resource[],
  select: Select | undefined,
  resources: ResourceSet,
  { budget }: SourceFiles,
): void {
  const { place } = entry
  const [first, ...others] = patches
  if (first === undefined) return
  if (select === undefined) {
    for (const one of patches) mergeById(one, resources, entry, budget, place)
    return
  }
  if (others.length > 0) {
    fail(
      place,
      'Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set `patches.target` field',
    )
  }
  const patch = withTextMetadata(first)
  for (const resource of select(resources, budget)) {
    resources.replace(resource, mergePatch(resource, patch, entry, budget, place))
  }
  const [double] = resources.clash()
  if (double !== undefined) {
    fail(place, `may not add resource with an already registered id: ${formatId(double.id)}`)
  }
}

function mergeById(
  patch: Resource,
  resources: ResourceSet,
  options: PatchOptions,
  budget: RenderBudget,
  place: Place,
): void {
  const target = targetOf(patch, resources, place)
  const mayRename = options.allowNameChange || options.allowKindChange
  const read = mayRename ? withTextMetadata(patch, ['annotations']) : patch
  resources.replace(target, mergePatch(target, read, options, budget, place))
}
