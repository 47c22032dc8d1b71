import { syncOption } from '../diff/sync-option.ts'

const policies = { foreground: 'Foreground', background: 'Background', orphan: 'Orphan' } as const

/** What becomes of the dependents of what a sync deletes: foreground, Argo CD's default, unless an option says otherwise. */
export function propagationOf(options: readonly string[]): (typeof policies)[keyof typeof policies] {
  const written = syncOption('PrunePropagationPolicy', options)
  return written === 'background' || written === 'orphan' ? policies[written] : policies.foreground
}
