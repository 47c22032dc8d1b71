import type { WebhookDialect } from '../src/app.ts'
import { permitsRepository } from '../src/settings/host-of.ts'
import type { SecretReader } from '../src/settings/secret-reader.ts'
import type { Settings } from '../src/settings.ts'
import type { WebhookHost } from '../src/webhook/intake.ts'

/** The hosts whose deliveries are taken on the route of a dialect, with the secrets that they have now. Throws `SettingsError`. */
export async function webhookHosts(
  settings: Settings,
  secret: SecretReader,
  dialect: WebhookDialect,
): Promise<readonly WebhookHost[]> {
  const hosts = settings.hosts.filter(({ kind }) => kind === dialect)
  return Promise.all(
    hosts.map(async (host) => ({
      name: host.name,
      secrets: await Promise.all(host.webhookSecrets.map(secret)),
      permits: (repository) => permitsRepository(host, repository),
    })),
  )
}
