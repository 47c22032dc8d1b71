import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { textAt } from './live-fields.ts'
import { degraded, healthy, progressing, unknown } from './verdicts.ts'

export function persistentVolumeClaimHealth(live: LiveObject): Health {
  switch (textAt(live, 'status', 'phase')) {
    case 'Lost':
      return degraded('its volume is lost')
    case 'Pending':
      return progressing('waiting for a volume')
    case 'Bound':
      return healthy()
    default:
      return unknown()
  }
}
