import { configMap, declaration } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { pruning, pushes } from './steps.ts'

await breakEverywhere({
  name: 'a push that changes, prunes and hands over between two applications',
  handedOver: ['moving'],
  before: [
    pushes({
      'root/api.yaml': declaration('api', pruning),
      'root/web.yaml': declaration('web', pruning),
      'apps/api/keep.yaml': configMap('keep', 'one'),
      'apps/api/moving.yaml': configMap('moving', 'one'),
      'apps/api/old.yaml': configMap('old', 'one'),
      'apps/api/older.yaml': configMap('older', 'one', 1),
      'apps/web/own.yaml': configMap('own', 'one'),
    }),
  ],
  steps: [
    pushes({
      'apps/api/keep.yaml': configMap('keep', 'two'),
      'apps/api/moving.yaml': null,
      'apps/api/old.yaml': null,
      'apps/api/older.yaml': null,
      'apps/web/moving.yaml': configMap('moving', 'two'),
    }),
  ],
})
