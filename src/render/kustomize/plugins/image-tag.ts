import { readImage } from '../read-entries.ts'
import { imageSetter } from '../transformers/images.ts'
import { type Configure, readFieldSpecs } from './plugin-config.ts'

/** ImageTagTransformer: one image, in everything that is called containers and in the fields of `fieldSpecs`. */
export const imageTag: Configure = (config) => {
  const { reader, root, files, place } = config
  const fields = reader.fields(root, ['imageTag', 'fieldSpecs'])
  const image = readImage(reader, fields.get('imageTag') ?? { value: {}, path: ['imageTag'] })
  const specs = readFieldSpecs(config, fields)
  return imageSetter([{ ...image, place }], specs, files.budget, place)
}
