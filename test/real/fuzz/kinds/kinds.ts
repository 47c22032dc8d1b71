import { configMap, secret, service, serviceAccount } from './core.ts'
import { gadget, widget } from './custom.ts'
import type { FuzzKind } from './kind.ts'
import { deployment, podTemplate } from './workloads.ts'

export const fuzzKinds: readonly FuzzKind[] = [
  configMap,
  secret,
  service,
  serviceAccount,
  deployment,
  podTemplate,
  widget,
  gadget,
]
