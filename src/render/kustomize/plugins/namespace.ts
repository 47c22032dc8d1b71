import { fail, inField } from '../../render-error.ts'
import { setNamespace, subjectModes } from '../transformers/namespace.ts'
import { type Configure, readFieldSpecs } from './plugin-config.ts'

/** NamespaceTransformer: the namespace is that of the config object itself. */
export const namespaceTransformer: Configure = (config) => {
  const { reader, root, place } = config
  const fields = reader.fields(root, ['metadata', 'fieldSpecs', 'unsetOnly', 'setRoleBindingSubjects'])
  const metadata = reader.fields(fields.get('metadata'), ['namespace'])
  const namespace = reader.text(metadata.get('namespace'))
  const wanted = reader.text(fields.get('setRoleBindingSubjects')) || 'defaultOnly'
  const subjects = subjectModes.find((mode) => mode === wanted)
  if (subjects === undefined) {
    const known = '"defaultOnly", "none" or "allServiceAccounts"'
    fail(
      inField(place, 'setRoleBindingSubjects'),
      `invalid value "${wanted}" for setRoleBindingSubjects: must be one of ${known}`,
    )
  }
  const options = { subjects, unsetOnly: reader.flag(fields.get('unsetOnly')) }
  const specs = readFieldSpecs(config, fields)
  return (resources) => setNamespace(namespace, specs, resources, place, options)
}
