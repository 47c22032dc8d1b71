import type { WebhookDialect } from '../src/app.ts'
import { permitting } from '../src/settings/host-of.ts'
import type { SecretReader } from '../src/settings/secret-reader.ts'
import type { Settings } from '../src/settings.ts'
import type { WebhookHost } from '../src/webhook/intake.ts'

/**
 * The hosts whose deliveries are taken on the route of a dialect, with the secrets that they have when asked. Asking
 * throws `SettingsError`.
 */
export function createWebhookHosts(
  settings: Settings,
  secret: SecretReader,
): (dialect: WebhookDialect) => Promise<readonly WebhookHost[]> {
  const known = settings.hosts.map((host) => ({ host, permits: permitting(host) }))
  return (dialect) =>
    Promise.all(
      known
        .filter(({ host }) => host.kind === dialect)
        .map(async ({ host: { name, webhookSecrets }, permits }) => ({
          name,
          secrets: await Promise.all(webhookSecrets.map(secret)),
          permits,
        })),
    )
}
