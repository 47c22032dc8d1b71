import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { mapsAt, textAt } from './live-fields.ts'
import { healthy, progressing } from './verdicts.ts'

export function serviceHealth(live: LiveObject): Health {
  const isBalanced = textAt(live, 'spec', 'type') === 'LoadBalancer'
  return isBalanced ? balancedHealth(live) : healthy()
}

export function ingressHealth(live: LiveObject): Health {
  return balancedHealth(live)
}

function balancedHealth(live: LiveObject): Health {
  const hasAddress = mapsAt(live, 'status', 'loadBalancer', 'ingress').length > 0
  return hasAddress ? healthy() : progressing('waiting for the address of its load balancer')
}
