import type { JsonObject } from '../../../kube/json.ts'
import { objectAt, textAt, withKeys } from '../object.ts'
import { all, type Change, each, fill, within } from './change.ts'

const scaleUp = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
}
const scaleDown = { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] }

/** Source: k8s.io/kubernetes pkg/apis/autoscaling/v2/defaults.go. */
export const scalerDefaults: Change = within(
  'spec',
  all(
    fill({
      minReplicas: 1,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    }),
    within(
      'behavior',
      all(
        fill({ scaleUp: {}, scaleDown: {} }),
        within('scaleUp', fill(scaleUp)),
        within('scaleDown', fill(scaleDown)),
      ),
    ),
  ),
)

/** Of a container's limits the defaults follow the maximum, and the requests the defaults, then the minimum. */
export const limitRangeDefaults: Change = within('spec', each('limits', limitDefaults))

function limitDefaults(item: JsonObject): JsonObject {
  if (textAt(item, 'type') !== 'Container') return item
  const limits = { ...objectAt(item, 'max'), ...objectAt(item, 'default') }
  const requests = { ...objectAt(item, 'min'), ...limits, ...objectAt(item, 'defaultRequest') }
  return withKeys(item, {
    default: Object.keys(limits).length === 0 ? undefined : limits,
    defaultRequest: Object.keys(requests).length === 0 ? undefined : requests,
  })
}
