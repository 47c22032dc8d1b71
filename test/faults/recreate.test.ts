import { configMap, deployment } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { pushes, web } from './steps.ts'

function forced(tier: string): string {
  return deployment('web', '1')
    .replace('sync-wave: "0"', 'sync-options: Force=true')
    .replaceAll('app: web', `app: web, tier: ${tier}`)
}

await breakEverywhere({
  name: 'an immutable field that changes under Force=true',
  before: [
    pushes(web({ 'deployment.yaml': forced('one'), 'settings.yaml': configMap('settings', 'one', 1) })),
  ],
  steps: [
    pushes({
      'apps/web/deployment.yaml': forced('two'),
      'apps/web/settings.yaml': configMap('settings', 'two', 1),
    }),
  ],
})
