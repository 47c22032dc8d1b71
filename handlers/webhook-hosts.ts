import { permitsRepository } from '../src/settings/host-of.ts'
import type { SecretReader } from '../src/settings/secret-reader.ts'
import type { Settings } from '../src/settings.ts'
import type { WebhookHost } from '../src/webhook/intake.ts'

/** The hosts whose deliveries are taken, with the secrets that they have now. Throws `SettingsError`. */
export async function webhookHosts(
  settings: Settings,
  secret: SecretReader,
): Promise<readonly WebhookHost[]> {
  const hosts = settings.hosts.filter(({ kind }) => kind === 'gitea')
  return Promise.all(
    hosts.map(async (host) => ({
      name: host.name,
      secrets: await Promise.all(host.webhookSecrets.map(secret)),
      permits: (repository) => permitsRepository(host, repository),
    })),
  )
}
