import { configMap } from '../support/world.ts'
import { breakEverywhere } from './break-everywhere.ts'
import { acknowledges, merges, proposes, pruning, pushes, web } from './steps.ts'

const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`

for (const dialect of ['gitea', 'github'] as const) {
  await breakEverywhere({
    name: `a pull request on ${dialect} that is planned, acknowledged and merged`,
    world: { dialect },
    before: [pushes(web({ 'claim.yaml': claim, 'settings.yaml': configMap('settings', 'one') }, pruning))],
    steps: [
      proposes({ 'apps/web/claim.yaml': null, 'apps/web/settings.yaml': configMap('settings', 'two') }),
      acknowledges(),
      merges(),
    ],
  })
}
