import { configMap, hook } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { pushes, syncs, web } from './steps.ts'

const byHand = { policy: 'retry: { limit: 0 }' }

await breakEverywhere({
  name: 'objects that are synced by name, and then the rest',
  mayWait: true,
  before: [
    pushes(web({ 'a.yaml': configMap('a', 'one'), 'b.yaml': configMap('b', 'one') }, byHand)),
    syncs('web'),
    pushes({
      'apps/web/a.yaml': configMap('a', 'two'),
      'apps/web/b.yaml': configMap('b', 'two'),
      'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
    }),
  ],
  steps: [syncs('web', ':ConfigMap:a'), syncs('web')],
})
