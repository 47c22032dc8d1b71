import { configMap } from '../support/world.ts'
import { interleave } from './interleave.ts'
import { edits, healing, pushes, web } from './steps.ts'

await interleave({
  name: 'a sync beside a sweep that heals',
  before: [pushes(web({ 'a.yaml': configMap('a', 'one'), 'b.yaml': configMap('b', 'one') }, healing))],
  first: pushes({ 'apps/web/a.yaml': configMap('a', 'two') }),
  second: edits('/api/v1/namespaces/shop/configmaps/b', { data: { value: 'by hand' } }),
})
