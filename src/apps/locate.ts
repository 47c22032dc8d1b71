import type { FieldProblem } from '../settings/fields.ts'
import { present } from '../settings/present.ts'
import type { DeclarationProblem } from './application.ts'
import type { Declared } from './declaration.ts'

/** A problem of a field as one of the declaration that holds it. */
export function locate(
  { kind, field, line, message }: FieldProblem,
  { manifest, declaredAt }: Declared,
): DeclarationProblem {
  return {
    code: kind === 'unsupported' ? 'unsupported' : 'invalid',
    message: `${field === '' ? 'the declaration' : field} ${message}`,
    file: declaredAt.path,
    line,
    ...(field === '' ? {} : { field }),
    ...present({ application: manifest.metadata.name }),
  }
}
