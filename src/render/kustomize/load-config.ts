import { isJsonObject } from '../../kube/json.ts'
import { at, fail, type Place } from '../render-error.ts'
import { specsOfDefinitions } from './crd-specs.ts'
import type { Kustomization, PlacedText } from './kustomization.ts'
import { readTransformerConfig } from './read-transformer-config.ts'
import type { SourceFiles } from './source-files.ts'
import { defaultConfig, emptyConfig, mergeConfigs, type TransformerConfig } from './transformer-config.ts'

/** The fields that `children` know, kustomize's own, those that `configurations` add to them, and those of `crds`. */
export async function loadConfig(
  children: readonly TransformerConfig[],
  kustomization: Kustomization,
  files: SourceFiles,
): Promise<TransformerConfig> {
  const load = async (entries: readonly PlacedText[], read: Read): Promise<TransformerConfig> => {
    let config = emptyConfig
    for (const { place, text: path } of entries) {
      const found = await files.readBeside(kustomization, { place, text: path })
      const added = await at(place, () => read(found.text, found.path, place))
      config = mergeConfigs(config, added, place)
    }
    return config
  }
  const place = { file: kustomization.file, field: 'configurations' }
  const own = mergeConfigs(
    defaultConfig,
    await load(kustomization.configurations, readTransformerConfig),
    place,
  )
  const known = [...children, own].reduce((config, next) => mergeConfigs(config, next, place), emptyConfig)
  const derived = await load(kustomization.crds, readDefinitions)
  return mergeConfigs(known, derived, { file: kustomization.file, field: 'crds' })
}

type Read = (text: string, file: string, place: Place) => TransformerConfig | Promise<TransformerConfig>

/** Throws `RenderError`, `YamlError`. */
const readDefinitions: Read = async (text, file, place) => {
  const { parseYaml } = await import('../../kube/yaml.ts')
  const [document] = parseYaml(text, { file })
  const types = document?.value
  if (isJsonObject(types)) return specsOfDefinitions(types)
  fail(place, `unable to parse open API definition from '${file}': a map of types is expected`)
}
