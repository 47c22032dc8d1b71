import { joinPath } from '../../git/path.ts'
import { at, fail, failWith, type Place, problemsOf, type RenderProblem } from '../render-error.ts'
import { generate } from './generate.ts'
import type { Kustomization, PlacedText } from './kustomization.ts'
import { loadConfig } from './load-config.ts'
import { pluginSteps } from './plugins/built-in.ts'
import { splitPluginEntries } from './plugins/inline-configs.ts'
import { runValidators } from './plugins/validate.ts'
import { readKustomization } from './read-kustomization.ts'
import { readResources } from './read-resources.ts'
import type { Resource } from './resource.ts'
import { formatId } from './resource-id.ts'
import { ResourceSet } from './resource-set.ts'
import { isWithin, localPath, type SourceFiles } from './source-files.ts'
import { runSteps, type Step } from './step.ts'
import { transform } from './transform.ts'
import { emptyConfig, type TransformerConfig } from './transformer-config.ts'

export const kustomizationNames: readonly string[] = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
]

/** The kustomization of a directory; exactly one file may hold it. */
export async function loadKustomization(
  directory: string,
  files: SourceFiles,
  place: Place,
): Promise<Kustomization> {
  const entries = await Promise.all(
    kustomizationNames.map((name) => files.lookup(joinPath(directory, name), place)),
  )
  const [name, ...others] = kustomizationNames.filter((_, index) => entries[index] !== undefined)
  const shown = directory || '.'
  if (name === undefined) {
    const names = "'kustomization.yaml', 'kustomization.yml' or 'Kustomization'"
    fail(place, `unable to find one of ${names} in directory '${shown}'`, 'missing')
  }
  if (others.length > 0) fail(place, `Found multiple kustomization files under: ${shown}; keep one`)
  const path = joinPath(directory, name)
  const text = await files.read(path, place)
  return at({ file: path }, () => readKustomization(text, path, directory))
}

/**
 * What a kustomization makes of its resources, depth first, before the steps that run once over the whole build.
 * `ancestors` are the directories on the way down to it.
 */
export async function accumulate(
  kustomization: Kustomization,
  files: SourceFiles,
  ancestors: readonly string[] = [],
): Promise<Accumulated> {
  const resources = new ResourceSet()
  const configs: TransformerConfig[] = []
  const problems: RenderProblem[] = []
  const path = [...ancestors, kustomization.directory]
  await files.prefetch(
    kustomization.directory,
    kustomization.resources.map(({ text }) => text),
  )
  for (const entry of kustomization.resources) {
    try {
      configs.push(await addEntry(entry, kustomization, files, path, resources))
    } catch (error) {
      const found = problemsOf(error, entry.place)
      if (found === undefined || found.some(({ code }) => code === 'too-large')) throw error
      problems.push(...found)
    }
  }
  failWith(problems)
  const config = await loadConfig(configs, kustomization, files)
  const steps = async (field: PluginField): Promise<readonly Step[]> => {
    const configs = await loadPluginConfigs(kustomization[field], kustomization, files, path)
    return pluginSteps(configs, field === 'generators' ? 'generator' : 'transformer', kustomization, files)
  }
  await generate(kustomization, resources, files)
  for (const { run } of await steps('generators')) run(resources)
  await transform(kustomization, resources, config, files)
  runSteps(await steps('transformers'), resources)
  runValidators(await steps('validators'), resources)
  return { resources: resources.list(), config }
}

type PluginField = 'generators' | 'transformers' | 'validators'

/** The config objects of plugins: those that stand in the list itself, then those of the files and directories there. */
async function loadPluginConfigs(
  entries: readonly PlacedText[],
  kustomization: Kustomization,
  files: SourceFiles,
  path: readonly string[],
): Promise<readonly Resource[]> {
  const configs = new ResourceSet()
  const { inline, paths } = splitPluginEntries(entries)
  for (const { resource, place } of inline) addResource(resource, configs, place)
  for (const entry of paths) await addEntry(entry, kustomization, files, path, configs)
  return configs.list()
}

/** What a directory makes, and with which fields in view: those it adds reach its parents. */
export interface Accumulated {
  readonly resources: readonly Resource[]
  readonly config: TransformerConfig
}

async function addEntry(
  entry: PlacedText,
  kustomization: Kustomization,
  files: SourceFiles,
  path: readonly string[],
  resources: ResourceSet,
): Promise<TransformerConfig> {
  const place = entry.place
  const found = await at(place, () => localPath(kustomization.directory, entry.text, place))
  const target = await files.lookup(found, place)
  if (target === undefined) {
    fail(
      place,
      `accumulating resources from '${entry.text}': no such file or directory; add it or remove the entry`,
      'missing',
    )
  }
  const added =
    target.kind === 'directory'
      ? await accumulateDirectory(found, files, path, entry)
      : { resources: await readResourceFile(entry, kustomization, files), config: emptyConfig }
  for (const resource of added.resources) addResource(resource, resources, place)
  return added.config
}

function addResource(resource: Resource, resources: ResourceSet, place: Place): void {
  if (resources.append(resource)) return
  fail(place, `may not add resource with an already registered id: ${formatId(resource.id)}`)
}

async function readResourceFile(
  entry: PlacedText,
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<readonly Resource[]> {
  const { path, text } = await files.readBeside(kustomization, entry)
  const { resources, problems } = await at(entry.place, () => readResources(text, path))
  failWith(problems)
  files.budget.objects(resources.length, entry.place)
  return resources
}

async function accumulateDirectory(
  directory: string,
  files: SourceFiles,
  path: readonly string[],
  { place, text }: PlacedText,
): Promise<Accumulated> {
  const visited = path.find((ancestor) => isWithin(ancestor, directory))
  if (visited !== undefined) {
    fail(
      place,
      `cycle detected: candidate root '${directory || '.'}' contains visited root '${visited || '.'}'; remove '${text}'`,
    )
  }
  files.budget.depth(path.length, place)
  const kustomization = await loadKustomization(directory, files, place)
  return accumulate(kustomization, files, path)
}
