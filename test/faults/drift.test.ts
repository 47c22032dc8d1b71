import { configMap, deployment } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { edits, healing, pushes, web } from './steps.ts'

await breakEverywhere({
  name: 'drift that a sweep heals',
  before: [
    pushes(
      web(
        { 'settings.yaml': configMap('settings', 'one'), 'deployment.yaml': deployment('web', '1') },
        healing,
      ),
    ),
  ],
  steps: [
    edits('/apis/apps/v1/namespaces/shop/deployments/web', { spec: { replicas: 5 } }),
    edits('/api/v1/namespaces/shop/configmaps/settings', { data: { value: 'by hand', more: 'kept' } }),
  ],
})
