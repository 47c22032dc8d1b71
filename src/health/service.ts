import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { mapsAt, textAt } from './live-fields.ts'
import { healthy, progressing } from './verdicts.ts'

export function serviceHealth(live: LiveObject): Health {
  const isBalanced = textAt(live, 'spec', 'type') === 'LoadBalancer'
  return !isBalanced || hasAddress(live) ? healthy() : progressing()
}

export function ingressHealth(live: LiveObject): Health {
  return hasAddress(live) ? healthy() : progressing()
}

function hasAddress(live: LiveObject): boolean {
  return mapsAt(live, 'status', 'loadBalancer', 'ingress').length > 0
}
