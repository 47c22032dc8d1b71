import { at, fail, failWith, type Place, problemsOf, type RenderProblem, within } from '../render-error.ts'
import { type Accumulated, appendAll, mergeAccumulated, nothing, withIdsOfNow } from './accumulated.ts'
import { type Trace, traceBelow, traceFile, traceGenerator } from './build-metadata.ts'
import { generate } from './generate.ts'
import type { Kustomization, KustomizationKind, PlacedText } from './kustomization.ts'
import { chooseApiSchema } from './load-api-schema.ts'
import { loadConfig } from './load-config.ts'
import { loadKustomization } from './load-kustomization.ts'
import { pluginSteps } from './plugins/built-in.ts'
import { splitPluginEntries } from './plugins/inline-configs.ts'
import { runValidators } from './plugins/validate.ts'
import { readResources } from './read-resources.ts'
import { ResourceSet } from './resource-set.ts'
import {
  isRemoteFile,
  isRepository,
  isWithin,
  localPath,
  noSuchFile,
  refuseRemote,
  type SourceFiles,
} from './source-files.ts'
import { runSteps, type Step } from './step.ts'
import { transform } from './transform.ts'
import { bindVars, mergeVars } from './vars.ts'

/** A kustomization whose entries are read, and the directories on the way down to it, its own last. */
export interface Layer {
  readonly kustomization: Kustomization
  readonly files: SourceFiles
  readonly path: readonly string[]
  readonly trace: Trace | undefined
}

/**
 * What a kustomization makes of its resources, depth first, before the steps that run once over the whole build.
 * A component makes it of what its parent has gathered. `ancestors` are the directories on the way down to it.
 */
export async function accumulate(
  kustomization: Kustomization,
  files: SourceFiles,
  trace: Trace | undefined,
  ancestors: readonly string[] = [],
  onto: Accumulated = nothing(),
): Promise<Accumulated> {
  const layer = { kustomization, files, path: [...ancestors, kustomization.directory], trace }
  const read = await within('accumulating resources', () =>
    accumulateEntries(kustomization.resources, layer, onto),
  )
  const configured = { ...read, config: await loadConfig([read.config], kustomization, files) }
  await generate(kustomization, configured.resources, files, trace)
  for (const { by, run } of await pluginStepsOf('generators', layer)) {
    run(configured.resources)
    traceGenerator(by, configured.resources, trace)
  }
  const { resources, config, vars } = await within('accumulating components', () =>
    accumulateComponents(layer, configured),
  )
  await transform(kustomization, resources, config, files, trace)
  runSteps(await pluginStepsOf('transformers', layer), resources, trace)
  runValidators(await pluginStepsOf('validators', layer), resources)
  return within('merging vars', () => {
    bindVars(kustomization.vars, resources, files.schema)
    return { resources, config, vars: mergeVars(vars, kustomization.vars) }
  })
}

type PluginField = 'generators' | 'transformers' | 'validators'

/** Their configs stand in the list itself, or in files and directories that it names. */
async function pluginStepsOf(field: PluginField, layer: Layer): Promise<readonly Step[]> {
  const { kustomization, files } = layer
  const { inline, paths } = splitPluginEntries(kustomization[field], files.schema)
  const configs = nothing()
  for (const { resource, place } of inline) appendAll(configs.resources, [resource], place)
  const { resources } = await accumulateEntries(paths, layer, configs)
  const kind = field === 'generators' ? 'generator' : 'transformer'
  return pluginSteps(resources.list(), kind, kustomization, files)
}

/** Files and directories of objects, in order. Every entry is tried, and everything that is wrong is told. */
export async function accumulateEntries(
  entries: readonly PlacedText[],
  layer: Layer,
  onto: Accumulated,
): Promise<Accumulated> {
  const { kustomization, files } = layer
  const texts = entries.map(({ text }) => text)
  await files.prefetch(kustomization.directory, texts)
  let accumulated = onto
  const problems: RenderProblem[] = []
  for (const entry of entries) {
    try {
      accumulated = await accumulateEntry(entry, layer, accumulated)
    } catch (error) {
      const found = problemsOf(error, entry.place)
      if (found === undefined || found.some(({ code }) => code === 'too-large')) throw error
      problems.push(...found)
    }
  }
  failWith(problems)
  return accumulated
}

/** Kustomize takes every entry for a file first, and its error tells of both attempts. */
async function accumulateEntry(entry: PlacedText, layer: Layer, onto: Accumulated): Promise<Accumulated> {
  const { text, place } = entry
  const from = `accumulating resources from '${text}'`
  const target = await lookupEntry(entry, layer)
  if (target.kind === 'file') {
    await accumulateFile(entry, target.path, layer, onto.resources)
    return onto
  }
  if (target.kind === 'nowhere') {
    const isAbsolute = text.startsWith('/')
    const why = isAbsolute
      ? await layer.files.whyNotAbsolute(layer.kustomization.directory, entry)
      : noSuchFile(target.path)
    const message = `accumulation err='${from}: ${why}': ${whyNoDirectory(target.path)}`
    fail(place, message, isAbsolute ? 'invalid' : 'missing')
  }
  return within(`accumulation err='${from}: '/${target.path}' must resolve to a file'`, async () => {
    if (text === '') fail(place, 'new root cannot be empty')
    return accumulateDirectory(target.path, 'Kustomization', entry, layer, onto)
  })
}

/** `path` is where a file is asked for, and where a directory really lies. */
interface EntryTarget {
  readonly kind: 'file' | 'directory' | 'nowhere'
  readonly path: string
}

async function lookupEntry(
  { text, place }: PlacedText,
  { kustomization, files }: Layer,
): Promise<EntryTarget> {
  if (isRemoteFile(text)) refuseRemote(text, place)
  const path = await localPath(kustomization.directory, text, place)
  const entry = path === undefined ? undefined : await files.lookup(path, place)
  if (entry?.kind !== 'file' && isRepository(text)) refuseRemote(text, place)
  if (entry === undefined) return { kind: 'nowhere', path: path ?? text }
  return entry.kind === 'file' && path !== undefined
    ? { kind: 'file', path }
    : { kind: 'directory', path: entry.path }
}

function whyNoDirectory(path: string): string {
  if (path.startsWith('/')) return `new root '${path}' cannot be absolute`
  return `must build at directory: not a valid directory: ${noSuchFile(path)}`
}

async function accumulateFile(
  entry: PlacedText,
  path: string,
  { kustomization, files, trace }: Layer,
  into: ResourceSet,
): Promise<void> {
  const { text, place } = entry
  const from = `accumulating resources from '${text}'`
  const asDirectory = `must build at directory: '/${path}': file is not directory`
  const failing = (message: string): string => `accumulation err='${from}: ${message}': ${asDirectory}`
  const found = await within(failing, () => files.readBeside(kustomization, entry))
  const malformed = (message: string): string =>
    `${from}: MalformedYAMLError: yaml: ${message} in File: ${text}`
  const { resources, problems } = await within(malformed, () =>
    at(place, () => readResources(found.text, found.path, files.schema)),
  )
  await within(failing, () => {
    failWith(problems)
    files.budget.objects(resources.length, place)
    appendAll(new ResourceSet(), resources, place)
  })
  const merging = (message: string): string =>
    `accumulation err='merging resources from '${text}': ${message}': ${asDirectory}`
  const traced = resources.map((resource) => traceFile(resource, trace, text))
  await within(merging, () => appendAll(into, traced, place))
}

/** Components work on what has been gathered, so that none is tried behind one that fails. */
async function accumulateComponents(layer: Layer, onto: Accumulated): Promise<Accumulated> {
  let accumulated = onto
  for (const entry of layer.kustomization.components) {
    const directory = await within(
      (message) => `loader.New "${message}"`,
      () => findComponent(entry, layer),
    )
    accumulated = await within(
      (message) => `accumulateDirectory: "${message}"`,
      () => accumulateDirectory(directory, 'Component', entry, layer, accumulated),
    )
  }
  return accumulated
}

async function findComponent({ text, place }: PlacedText, { kustomization, files }: Layer): Promise<string> {
  if (text === '') fail(place, 'new root cannot be empty')
  if (isRepository(text)) refuseRemote(text, place)
  const path = await localPath(kustomization.directory, text, place)
  if (path === undefined) fail(place, whyNoDirectory(text))
  const entry = await files.lookup(path, place)
  if (entry === undefined) fail(place, whyNoDirectory(path), 'missing')
  if (entry.kind === 'directory') return entry.path
  fail(place, `must build at directory: '/${path}': file is not directory`)
}

/** A directory of its own, merged into what there is; or a component, which goes on with it. */
async function accumulateDirectory(
  directory: string,
  kind: KustomizationKind,
  { text, place }: PlacedText,
  { files, path, trace }: Layer,
  onto: Accumulated,
): Promise<Accumulated> {
  refuseCycle(directory, path, place)
  files.budget.depth(path.length, place)
  const kustomization = await within(`couldn't make target for path '/${directory}'`, () =>
    loadKustomization(directory, files, place),
  )
  const { schema } = files
  const known = schema.isChosen
  const into = (): Accumulated => (schema.isChosen === known ? onto : withIdsOfNow(onto, place))
  await chooseApiSchema(kustomization, files)
  refuseOtherKind(kustomization, kind, place)
  const start = kind === 'Component' ? into() : nothing()
  const child = await within(`recursed accumulation of path '/${directory}'`, () =>
    accumulate(kustomization, files, traceBelow(trace, text, directory), path, start),
  )
  if (kind === 'Component') return child
  return within(`recursed merging from path '/${directory}'`, () => mergeAccumulated(into(), child, place))
}

function refuseCycle(directory: string, path: readonly string[], place: Place): void {
  const visited = path.findLast((ancestor) => isWithin(ancestor, directory))
  if (visited === undefined) return
  fail(place, `cycle detected: candidate root '/${directory}' contains visited root '/${visited}'`)
}

function refuseOtherKind(
  { kind, directory }: Kustomization,
  expected: KustomizationKind,
  place: Place,
): void {
  if (kind === expected) return
  fail(
    place,
    expected === 'Component'
      ? `expected kind 'Component' for path '/${directory}' but got '${kind}'`
      : `expected kind != 'Component' for path '/${directory}'`,
  )
}
