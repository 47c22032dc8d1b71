import type { FieldMap, FieldReader } from '../field-reader.ts'
import { configMap, secret } from '../generate.ts'
import type { GeneratorEntry, GeneratorOptions } from '../kustomization.ts'
import { readConfigMap, readSecret } from '../read-entries.ts'
import type { Configure, PluginConfig } from './plugin-config.ts'

/** `generatorOptions` of the kustomization do not reach generators with a config of their own. */
const noOptions: GeneratorOptions = {
  labels: {},
  annotations: {},
  disableNameSuffixHash: false,
  immutable: false,
}

/** ConfigMapGenerator: what an entry of `configMapGenerator` is. */
export const configMapGenerator: Configure = (config) =>
  configMap(
    named(readConfigMap(config.reader, config.root), config),
    noOptions,
    config.kustomization,
    config.files,
  )

/** SecretGenerator: what an entry of `secretGenerator` is. */
export const secretGenerator: Configure = (config) =>
  secret(named(readSecret(config.reader, config.root), config), noOptions, config.kustomization, config.files)

/** Name and namespace are those of the config object where it does not say otherwise. */
function named<T extends GeneratorEntry>(entry: T, { reader, root, place }: PluginConfig): T {
  const metadata = metadataOf(reader, reader.fields(root, ['metadata']))
  return {
    ...entry,
    place,
    name: entry.name || metadata('name'),
    namespace: entry.namespace || metadata('namespace'),
  }
}

function metadataOf(reader: FieldReader, fields: FieldMap): (name: 'name' | 'namespace') => string {
  const metadata = reader.fields(fields.get('metadata'), ['name', 'namespace'])
  return (name) => reader.text(metadata.get(name))
}
