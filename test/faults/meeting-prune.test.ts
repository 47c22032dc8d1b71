import { configMap, declaration } from '../support/world.ts'
import { interleave } from './interleave.ts'
import { pruning, pushes } from './steps.ts'

await interleave({
  name: 'a prune beside a sync of what brings it back',
  before: [
    pushes({
      'root/web.yaml': declaration('web', pruning),
      'apps/web/own.yaml': configMap('own', 'one'),
      'apps/web/old.yaml': configMap('old', 'one'),
    }),
  ],
  first: pushes({ 'apps/web/old.yaml': null }),
  second: pushes({
    'apps/web/old.yaml': configMap('old', 'two'),
    'apps/web/own.yaml': configMap('own', 'two'),
  }),
})
