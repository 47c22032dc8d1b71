import { configMap, hook } from '../support/world.ts'
import { interleave } from './interleave.ts'
import { pushes, web } from './steps.ts'

const hooked = web({
  'migrate.yaml': hook('migrate', 'PreSync'),
  'settings.yaml': configMap('settings', 'one'),
  'more.yaml': configMap('more', 'one', 1),
})

await interleave({
  name: 'two commits',
  first: pushes(hooked),
  second: pushes({
    'apps/web/migrate.yaml': hook('migrate', 'PreSync', '2'),
    'apps/web/settings.yaml': configMap('settings', 'two'),
  }),
})
