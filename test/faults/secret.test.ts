import { declaration } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { canary } from './canaries.ts'
import { edits, healing, merges, proposes, pushes } from './steps.ts'

function secret(value: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'token' },
    stringData: { token: `${canary}-${value}` },
    data: { key: btoa(`${canary}-${value}`) },
  })
}

/** What `kubectl apply` leaves behind, quotes the whole Secret. */
const applied = {
  metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': secret('by hand') } },
  data: { key: btoa(`${canary}-by-hand`), extra: btoa(canary) },
}

await breakEverywhere({
  name: 'a Secret that is created, changed by hand, healed, planned and merged',
  isSecret: true,
  before: [pushes({ 'root/web.yaml': declaration('web', healing), 'apps/web/secret.yaml': secret('one') })],
  steps: [
    edits('/api/v1/namespaces/shop/secrets/token', applied),
    proposes({ 'apps/web/secret.yaml': secret('two') }),
    merges(),
  ],
})
