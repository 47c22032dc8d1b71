import type { GithubAccess } from '../src/githost/github/credentials.ts'
import { type SecretReader, tokenReader } from '../src/settings/secret-reader.ts'
import type { HostSettings } from '../src/settings.ts'

/** What a host is asked with, as its secrets are now. Throws `SettingsError`. */
export async function readAccess(
  host: HostSettings,
  secret: SecretReader,
): Promise<GithubAccess | undefined> {
  if (host.app !== undefined) {
    return { kind: 'app', id: host.app.id, privateKey: await secret(host.app.key) }
  }
  return host.token && { kind: 'token', token: await tokenReader(secret)(host.token) }
}
