import type { SecretReference } from '../settings.ts'
import { SettingsError } from './settings-error.ts'

/** What settings are read from. The environment is a value; files are read through the caller. */
export interface SettingsSource {
  readonly env: { readonly [name: string]: string | undefined }
  readFile(path: string): Promise<string>
}

/** The secret behind a reference, looked up anew each time, so that a rotated file is noticed. */
export type SecretReader = (reference: SecretReference) => Promise<string>

/** Throws `SettingsError` (no-secret) where nothing is found; one newline at the end is dropped. */
export function secretReader(source: SettingsSource): SecretReader {
  return async (reference) => {
    const where = 'env' in reference ? `the variable ${reference.env}` : `the file ${reference.file}`
    const found = await lookUp(reference, where, source)
    const secret = found.replace(/\r?\n$/, '')
    if (secret === '') throw new SettingsError('no-secret', `${where}: holds no secret; write it there`)
    return secret
  }
}

async function lookUp(reference: SecretReference, where: string, source: SettingsSource): Promise<string> {
  if ('file' in reference) return readSecretFile(reference.file, where, source)
  const value = Object.hasOwn(source.env, reference.env) ? source.env[reference.env] : undefined
  if (value === undefined) {
    throw new SettingsError('no-secret', `${where}: is not set; set it to the secret the settings ask for`)
  }
  return value
}

async function readSecretFile(path: string, where: string, source: SettingsSource): Promise<string> {
  try {
    return await source.readFile(path)
  } catch (cause) {
    const message = `${where}: cannot be read; mount the secret there, readable by this process`
    throw new SettingsError('no-secret', message, { subject: { file: path }, cause })
  }
}
