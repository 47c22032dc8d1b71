import { whyWeakToken } from '../src/console/token.ts'
import { toPkcs8 } from '../src/githost/github/private-key.ts'
import { type SecretReader, tokenReader } from '../src/settings/secret-reader.ts'
import { SettingsError } from '../src/settings/settings-error.ts'
import type { HostSettings, SecretReference, Settings } from '../src/settings.ts'

/**
 * Whether deliveries can be verified, credentials are there and there is something to do; hosts and clusters that are
 * down are waited for.
 */
export async function notReady(settings: Settings, secret: SecretReader): Promise<string | undefined> {
  if (settings.roots.length === 0) return 'the settings name no root'
  for (const host of settings.hosts) {
    if (!(await areReadable(host.webhookSecrets, secret)))
      return `hosts: ${host.name}: a webhook secret cannot be read`
    const flaw = await flawOfAccess(host, secret)
    if (flaw !== undefined) return `hosts: ${host.name}: ${flaw}`
  }
  for (const { name, token } of settings.clusters) {
    if (token !== undefined && !(await areReadable([token], tokenReader(secret))))
      return `clusters: ${name}: its token cannot be read`
  }
  const ofApi = await flawOfGuard('api.token', settings.api?.token, secret)
  return ofApi ?? flawOfGuard('metrics.token', settings.metrics?.token, secret)
}

async function flawOfGuard(
  field: string,
  token: SecretReference | undefined,
  secret: SecretReader,
): Promise<string | undefined> {
  if (token === undefined) return undefined
  return (await areReadable([token], tokenReader(secret)))
    ? whyWeakToken(await secret(token), field)
    : `${field}: the secret cannot be read`
}

async function flawOfAccess({ token, app }: HostSettings, secret: SecretReader): Promise<string | undefined> {
  if (token !== undefined && !(await areReadable([token], tokenReader(secret))))
    return 'its token cannot be read'
  if (app === undefined) return undefined
  if (!(await areReadable([app.key], secret))) return 'the private key of its App cannot be read'
  return toPkcs8(await secret(app.key)) === undefined
    ? 'the private key of its App must be an RSA key in PEM'
    : undefined
}

/** Why not is told by the log and by commands: anybody may ask whether we are ready. */
async function areReadable(references: readonly SecretReference[], read: SecretReader): Promise<boolean> {
  try {
    await Promise.all(references.map(read))
    return true
  } catch (error) {
    if (error instanceof SettingsError) return false
    throw error
  }
}
