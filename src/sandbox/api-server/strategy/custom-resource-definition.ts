import type { JsonObject } from '../../../kube/json.ts'
import { type FieldError, invalid, required } from '../field-error.ts'
import { listAt, objectsAt, textAt, valueAt, withKeys } from '../object.ts'
import type { Strategy } from './strategy.ts'
import { immutableAt } from './workloads.ts'

/** Source: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation. */
export const customResourceDefinition: Strategy = {
  prepareCreate: (object) =>
    withKeys(object, {
      status: {
        conditions: null,
        acceptedNames: { plural: '', kind: '' },
        storedVersions: objectsAt(object, 'spec', 'versions')
          .filter((version) => version.storage === true)
          .map((version) => textAt(version, 'name')),
      },
    }),
  validate: (object) => [...nameErrors(object), ...versionErrors(object)],
  validateUpdate: (object, old) =>
    isEstablished(old)
      ? [['scope'], ['names', 'plural'], ['names', 'kind'], ['group']].flatMap((path) =>
          immutableAt(object, old, 'spec', ...path),
        )
      : immutableAt(object, old, 'spec', 'group'),
}

export function isEstablished(definition: JsonObject): boolean {
  return objectsAt(definition, 'status', 'conditions').some(
    (condition) => condition.type === 'Established' && condition.status === 'True',
  )
}

function nameErrors(object: JsonObject): readonly FieldError[] {
  const name = textAt(object, 'metadata', 'name')
  const wanted = `${textAt(object, 'spec', 'names', 'plural')}.${textAt(object, 'spec', 'group')}`
  if (name === wanted) return []
  return [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]
}

function versionErrors(object: JsonObject): readonly FieldError[] {
  const versions = objectsAt(object, 'spec', 'versions')
  const errors = versions.flatMap((version, index) =>
    valueAt(version, 'schema', 'openAPIV3Schema') === undefined
      ? [required(`spec.versions[${index}].schema.openAPIV3Schema`)]
      : [],
  )
  const stored = versions.filter((version) => version.storage === true).length
  if (stored === 1) return errors
  const what = 'must have exactly one version marked as storage version'
  return [...errors, invalid('spec.versions', listAt(object, 'spec', 'versions'), what)]
}
