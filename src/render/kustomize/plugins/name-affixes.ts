import { fail, inField } from '../../render-error.ts'
import type { FieldSpec } from '../field-spec.ts'
import type { ResourceSet } from '../resource-set.ts'
import { addNamePrefix, addNameSuffix } from '../transformers/name-affixes.ts'
import { type Configure, readFieldSpecs } from './plugin-config.ts'

type AddAffix = (affix: string, specs: readonly FieldSpec[], resources: ResourceSet) => void

/** PrefixTransformer and SuffixTransformer, which ask for `fieldSpecs`, if only an empty list. */
function affix(name: 'prefix' | 'suffix', add: AddAffix): Configure {
  return (config) => {
    const { reader, root, place } = config
    const fields = reader.fields(root, [name, 'fieldSpecs'])
    if (!fields.has('fieldSpecs')) fail(inField(place, 'fieldSpecs'), 'fieldSpecs is not expected to be nil')
    const text = reader.text(fields.get(name))
    const specs = readFieldSpecs(config, fields)
    return (resources) => add(text, specs, resources)
  }
}

export const namePrefix: Configure = affix('prefix', addNamePrefix)
export const nameSuffix: Configure = affix('suffix', addNameSuffix)

/** PrefixSuffixTransformer, of old: both, with the same fields. */
export const namePrefixAndSuffix: Configure = async (config) => {
  const runs = [await namePrefix(config), await nameSuffix(config)]
  return (resources) => {
    for (const run of runs) run(resources)
  }
}
