import { configMap } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { adopts, applies, pruning, pushes, web } from './steps.ts'

const labels = {
  'kustomize.toolkit.fluxcd.io/name': 'shop',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
}

/** As Flux left it, with a key that Git does not have any more. */
const left = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data: { value: 'old', gone: 'x' },
})

await breakEverywhere({
  name: 'objects of Flux that are adopted, and one of them that leaves Git',
  before: [
    applies('somebody', {
      '/api/v1/namespaces/shop': { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    }),
    applies('kustomize-controller', {
      '/api/v1/namespaces/shop/configmaps/settings': left('settings'),
      '/api/v1/namespaces/shop/configmaps/more': left('more'),
    }),
    pushes(
      web({ 'settings.yaml': configMap('settings', 'new'), 'more.yaml': configMap('more', 'new') }, pruning),
    ),
  ],
  steps: [adopts('web'), pushes({ 'apps/web/more.yaml': null })],
})
