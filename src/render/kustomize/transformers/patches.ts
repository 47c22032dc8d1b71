import { YamlError } from '../../../kube/yaml-error.ts'
import { fail, failWith, problemsOf, type RenderProblem } from '../../render-error.ts'
import type { Operation } from '../json-patch.ts'
import type { Kustomization, PatchEntry, PlacedText } from '../kustomization.ts'
import { readResources } from '../read-resources.ts'
import { type Resource, rememberId } from '../resource.ts'
import type { ResourceSet } from '../resource-set.ts'
import { selectResources } from '../selector.ts'
import type { FoundFile, SourceFiles } from '../source-files.ts'
import { applyOperations, parseJsonPatch } from './json-patches.ts'
import { keepIdentity, mergePatch, targetOf, withTextMetadata } from './strategic-patches.ts'

/** `patchesStrategicMerge`: each entry is a file or the patch itself. */
export async function applyStrategicPatches(
  kustomization: Kustomization,
  resources: ResourceSet,
  files: SourceFiles,
): Promise<void> {
  for (const entry of kustomization.patchesStrategicMerge) {
    const patches = await loadStrategicPatches(entry, kustomization, files)
    for (const patch of patches) {
      const target = targetOf(patch, resources, entry.place)
      resources.replace(target, mergePatch(target, patch, keepIdentity, entry.place))
    }
  }
}

async function loadStrategicPatches(
  entry: PlacedText,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<readonly Resource[]> {
  const inline = entry.text.includes('\n') || entry.text.includes(': ')
  const found = inline ? here(entry) : await files.readBeside(kustomization, entry)
  const { resources, problems } = readResources(found.text, found.path)
  failWith(problems)
  if (resources.length === 0) fail(entry.place, `patch appears to be empty; files=[${found.path}]`)
  return resources.map(withTextMetadata)
}

/** One entry of `patches`: strategic merge or JSON 6902, on one object by its id or on all that the target means. */
export async function applyPatch(
  entry: PatchEntry,
  kustomization: Kustomization,
  resources: ResourceSet,
  files: SourceFiles,
): Promise<void> {
  const found = await loadPatch(entry, kustomization, files)
  const patch = parsePatch(found, entry)
  if (patch.kind === 'strategic') applyToTargets(entry, patch.patches, resources, files)
  else if (entry.target === undefined) fail(entry.place, 'must specify a target for JSON patch')
  else {
    for (const resource of selectResources(entry.target, resources, files.budget)) {
      const patched = applyOperations(rememberId(resource), patch.operations, entry.place)
      files.budget.object(patched.object, entry.place)
      resources.replace(resource, patched)
    }
  }
}

/** `patchesJson6902`, which remembers no previous names. */
export async function applyJson6902(
  entry: PatchEntry,
  kustomization: Kustomization,
  resources: ResourceSet,
  files: SourceFiles,
): Promise<void> {
  if (entry.target === undefined) fail(entry.place, 'must specify a target for JSON patch')
  if (entry.target.name === '') fail(entry.place, 'must specify the target name')
  const found = await loadPatch(entry, kustomization, files)
  const operations = parseJsonPatch(found.text, found.path)
  if (operations === undefined || operations.length === 0) {
    fail(entry.place, `patch appears to be empty or is no list of operations; file=${found.path}`)
  }
  for (const resource of selectResources(entry.target, resources, files.budget)) {
    const patched = applyOperations(resource, operations, entry.place)
    files.budget.object(patched.object, entry.place)
    resources.replace(resource, patched)
  }
}

async function loadPatch(
  entry: PatchEntry,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<FoundFile> {
  const text = entry.patch.trim()
  if (text === '' && entry.path === '') fail(entry.place, 'must specify one of patch and path')
  if (text !== '' && entry.path !== '') fail(entry.place, "patch and path can't be set at the same time")
  if (text !== '') return here({ text, place: entry.place })
  return files.readBeside(kustomization, {
    text: entry.path,
    place: { ...entry.place, field: `${entry.place.field}.path` },
  })
}

function here({ text, place }: PlacedText): FoundFile {
  return { text, path: place.file }
}

type ParsedPatch =
  | { readonly kind: 'strategic'; readonly patches: readonly Resource[] }
  | { readonly kind: 'json'; readonly operations: readonly Operation[] }

/** What reads as objects is a strategic merge, even when there are none; what reads as operations a JSON patch. */
function parsePatch({ text, path }: FoundFile, { place }: PatchEntry): ParsedPatch {
  const strategic = tryRead(() => readResources(text, path), place)
  if (strategic.problems.length === 0) return { kind: 'strategic', patches: strategic.resources }
  const operations = tryOperations(text, path)
  if (operations !== undefined) return { kind: 'json', operations }
  failWith([
    { code: 'invalid', ...place, message: `unable to parse SM or JSON patch from ${path}` },
    ...strategic.problems,
  ])
  return { kind: 'strategic', patches: [] }
}

function tryRead(
  read: () => ReturnType<typeof readResources>,
  place: PatchEntry['place'],
): { readonly resources: readonly Resource[]; readonly problems: readonly RenderProblem[] } {
  try {
    return read()
  } catch (error) {
    const problems = problemsOf(error, place)
    if (problems === undefined) throw error
    return { resources: [], problems }
  }
}

function tryOperations(text: string, path: string): readonly Operation[] | undefined {
  try {
    return parseJsonPatch(text, path)
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

function applyToTargets(
  entry: PatchEntry,
  patches: readonly Resource[],
  resources: ResourceSet,
  files: SourceFiles,
): void {
  const [patch, ...others] = patches
  if (patch === undefined) return
  if (entry.target === undefined) {
    for (const one of patches) {
      const target = targetOf(one, resources, entry.place)
      resources.replace(target, mergePatch(target, one, entry, entry.place))
    }
    return
  }
  if (others.length > 0) {
    fail(
      entry.place,
      'Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set `patches.target` field',
    )
  }
  for (const target of selectResources(entry.target, resources, files.budget)) {
    resources.replace(target, mergePatch(target, withTextMetadata(patch), entry, entry.place))
  }
}
