import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf } from './live-fields.ts'
import { healthy, progressing } from './verdicts.ts'

export function apiServiceHealth(live: LiveObject): Health {
  const available = conditionsOf(live).find(({ type }) => type === 'Available')
  if (!available) return progressing('Waiting to be processed')
  const message = `${available.reason}: ${available.message}`
  return available.status === 'True' ? healthy(message) : progressing(message)
}
