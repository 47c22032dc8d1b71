import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { textAt } from './live-fields.ts'
import { degraded, healthy, progressing, unknown } from './verdicts.ts'

export function workflowHealth(live: LiveObject): Health {
  const message = textAt(live, 'status', 'message')
  switch (textAt(live, 'status', 'phase')) {
    case '':
    case 'Pending':
    case 'Running':
      return progressing(message)
    case 'Succeeded':
      return healthy(message)
    case 'Failed':
    case 'Error':
      return degraded(message)
    default:
      return unknown(message)
  }
}
