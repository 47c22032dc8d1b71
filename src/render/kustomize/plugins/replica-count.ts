import { readReplicas } from '../read-entries.ts'
import { setReplicas } from '../transformers/replicas.ts'
import { type Configure, readFieldSpecs } from './plugin-config.ts'

/** ReplicaCountTransformer: the count of the objects with one name, in the fields of `fieldSpecs`. */
export const replicaCount: Configure = (config) => {
  const { reader, root, place } = config
  const fields = reader.fields(root, ['replica', 'fieldSpecs'])
  const replica = readReplicas(reader, fields.get('replica') ?? { value: {}, path: ['replica'] })
  const specs = readFieldSpecs(config, fields)
  return (resources) => setReplicas({ ...replica, place }, specs, resources)
}
