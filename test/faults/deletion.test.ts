import { configMap, declaration, hook } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { pushes } from './steps.ts'

const finalized = declaration('web').replace(
  '{ name: web }',
  '{ name: web, finalizers: [resources-finalizer.argocd.argoproj.io] }',
)

await breakEverywhere({
  name: 'an application that goes with its declaration, beside one that stays',
  before: [
    pushes({
      'root/web.yaml': finalized,
      'root/api.yaml': declaration('api'),
      'apps/api/own.yaml': configMap('own', 'one'),
      'apps/web/first.yaml': configMap('first', 'one', -1),
      'apps/web/last.yaml': configMap('last', 'one', 2),
      'apps/web/before.yaml': hook('before', 'PreDelete'),
      'apps/web/after.yaml': hook('after', 'PostDelete'),
    }),
  ],
  steps: [pushes({ 'root/web.yaml': null })],
})
