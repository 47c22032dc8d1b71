import { configMap, deployment, hook } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { pushes, web } from './steps.ts'

await breakEverywhere({
  name: 'a first sync with hooks and waves',
  steps: [
    pushes(
      web({
        'migrate.yaml': hook('migrate', 'PreSync'),
        'settings.yaml': configMap('settings', 'one'),
        'deployment.yaml': deployment('web', '3.9', 1),
        'smoke.yaml': hook('smoke', 'PostSync'),
      }),
    ),
  ],
})
