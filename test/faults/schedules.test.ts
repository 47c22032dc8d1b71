import { configMap, declaration, hook } from '../support/world.ts'
import { interleave } from './interleave.ts'
import { again, edits, healing, pruning, pushes, web } from './steps.ts'

const schedules = 1250

const hooked = web({
  'migrate.yaml': hook('migrate', 'PreSync'),
  'settings.yaml': configMap('settings', 'one'),
  'more.yaml': configMap('more', 'one', 1),
})

await interleave({ name: 'two webhooks of one commit', first: pushes(hooked), second: again() }, schedules)

await interleave(
  {
    name: 'two commits',
    first: pushes(hooked),
    second: pushes({
      'apps/web/migrate.yaml': hook('migrate', 'PreSync', '2'),
      'apps/web/settings.yaml': configMap('settings', 'two'),
    }),
  },
  schedules,
)

await interleave(
  {
    name: 'a sync beside a sweep that heals',
    before: [pushes(web({ 'a.yaml': configMap('a', 'one'), 'b.yaml': configMap('b', 'one') }, healing))],
    first: pushes({ 'apps/web/a.yaml': configMap('a', 'two') }),
    second: edits('/api/v1/namespaces/shop/configmaps/b', { data: { value: 'by hand' } }),
  },
  schedules,
)

await interleave(
  {
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
  },
  schedules,
)
