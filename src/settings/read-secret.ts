import type { SecretReference } from '../settings.ts'
import type { Fields } from './fields.ts'

const advice = 'a secret is never written into the settings; write {env: NAME} or {file: PATH}'

export function readSecret(fields: Fields, key: string): SecretReference | undefined {
  const reference = fields.mapping(key, advice)
  return reference && readReference(reference)
}

export function readSecrets(fields: Fields, key: string): readonly SecretReference[] {
  return fields.mappings(key, advice).flatMap((reference) => readReference(reference) ?? [])
}

function readReference(fields: Fields): SecretReference | undefined {
  const env = fields.text('env')
  const file = fields.text('file')
  fields.close()
  if (env !== undefined && file === undefined) return readVariable(fields, env)
  if (file !== undefined && file !== '' && env === undefined) return { file }
  fields.problem(undefined, 'must be {env: NAME} or {file: PATH}')
  return undefined
}

function readVariable(fields: Fields, env: string): SecretReference | undefined {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(env)) return { env }
  fields.problem('env', 'must be the name of an environment variable, not the secret itself')
  return undefined
}
