import { configMap, hook } from '../support/world.ts'
import { interleave } from './interleave.ts'
import { again, pushes, web } from './steps.ts'

await interleave({
  name: 'two webhooks of one commit',
  first: pushes(
    web({
      'migrate.yaml': hook('migrate', 'PreSync'),
      'settings.yaml': configMap('settings', 'one'),
      'more.yaml': configMap('more', 'one', 1),
    }),
  ),
  second: again(),
})
