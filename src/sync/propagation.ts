import { syncOption } from '../diff/sync-option.ts'

const policies = { foreground: 'Foreground', background: 'Background', orphan: 'Orphan' } as const

type Propagation = (typeof policies)[keyof typeof policies]

/** What becomes of the dependents of what a sync deletes: foreground, Argo CD's default, unless an option says otherwise. */
export function propagationOf(
  options: readonly string[],
  unlessSaid: Propagation = policies.foreground,
): Propagation {
  const written = syncOption('PrunePropagationPolicy', options)
  const isKnown = written === 'foreground' || written === 'background' || written === 'orphan'
  return isKnown ? policies[written] : unlessSaid
}
