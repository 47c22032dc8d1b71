import { configMap, hook } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { pushes, web } from './steps.ts'

await breakEverywhere({
  name: 'a hook that fails, and the next commit that mends it',
  steps: [
    pushes(
      web({
        'migrate.yaml': hook('migrate', 'PreSync', 'failing'),
        'settings.yaml': configMap('settings', 'one'),
        'alarm.yaml': hook('alarm', 'SyncFail'),
      }),
    ),
    pushes({ 'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'mended') }),
  ],
})
