import { addEntries } from '../transformers/labels.ts'
import { type Configure, readFieldSpecs } from './plugin-config.ts'

/** LabelTransformer and AnnotationsTransformer: sets the entries of a map in every field of `fieldSpecs`. */
export function metadataEntries(name: 'labels' | 'annotations'): Configure {
  return (config) => {
    const { reader, root, files, place } = config
    const fields = reader.fields(root, [name, 'fieldSpecs'])
    const entries = reader.textMap(fields.get(name))
    const specs = readFieldSpecs(config, fields)
    return (resources) => addEntries(entries, specs, resources, files.budget, place)
  }
}
