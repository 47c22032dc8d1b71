import type { World } from './world.ts'

export type When = 'before' | 'after'

export interface Killing {
  /** Writes to the cluster so far, the fatal one included. */
  writes(): number
  isDead(): boolean
  /** What comes from now on reaches the cluster again. */
  revive(): void
}

/** Lets the k-th write to the cluster from now on happen or not, and after it nothing at all. */
export function killAtWrite({ sandbox }: World, k: number, when: When): Killing {
  let writes = 0
  let isDead = false
  sandbox.server.intercept(({ write }) => {
    if (isDead) return 'drop-before'
    if (write === undefined || ++writes !== k) return 'pass'
    isDead = true
    return when === 'after' ? 'drop-after' : 'drop-before'
  })
  return {
    writes: () => writes,
    isDead: () => isDead,
    revive: () => sandbox.server.intercept(() => 'pass'),
  }
}

/** Every write, before and after it. */
export function deaths(writes: number): readonly { readonly k: number; readonly when: When }[] {
  return Array.from({ length: writes }, (_, at) => at + 1).flatMap((k) =>
    (['before', 'after'] as const).map((when) => ({ k, when })),
  )
}

/** Whose namespaced objects were asked to be deleted, in order: `configmaps old`. */
export function deletionsIn({ sandbox }: World, namespace: string): readonly string[] {
  return sandbox.server.requests.flatMap(({ method, info }) =>
    method === 'DELETE' && info.isResource && info.namespace === namespace
      ? [`${info.resource} ${info.name}`]
      : [],
  )
}
