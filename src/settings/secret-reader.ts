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
    const where = placeOf(reference)
    const found = await lookUp(reference, where, source)
    const secret = found.replace(/\r?\n$/, '')
    if (secret === '') throw new SettingsError('no-secret', `${where}: holds no secret; write it there`)
    return secret
  }
}

/**
 * The same for a token, which a request bears in a header. Throws `SettingsError` (no-secret) for what no header can
 * hold, before a failed request is taken for an outage.
 */
export function tokenReader(secret: SecretReader): SecretReader {
  return async (reference) => {
    const token = await secret(reference)
    const flaw = whyNoToken(token)
    if (flaw === undefined) return token
    throw new SettingsError('no-secret', `${placeOf(reference)}: ${flaw}`)
  }
}

/** Why a text can be no token; undefined when it can. It does not quote the text. */
export function whyNoToken(text: string): string | undefined {
  if (/^[\x21-\x7e]+$/.test(text)) return undefined
  const what = /[\r\n]/.test(text) ? 'a line break' : 'a space, or a character that is not ASCII'
  return `holds ${what}, which no token has; write the token alone`
}

function placeOf(reference: SecretReference): string {
  return 'env' in reference ? `the variable ${reference.env}` : `the file ${reference.file}`
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
