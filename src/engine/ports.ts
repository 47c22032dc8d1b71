import type { Cluster } from '../cluster/cluster.ts'
import type { GitHost } from '../githost/git-host.ts'
import type { ObjectCache } from '../githost/object-cache.ts'
import type { Mask } from '../kube/masked.ts'
import type { KindSchemas } from '../kube/open-api-schema.ts'
import type { Settings } from '../settings.ts'
import type { Log } from './log.ts'
import type { Meter } from './meter.ts'
import type { Pause } from './pause.ts'
import type { Queue } from './queue.ts'
import type { RenderCache } from './render-cache.ts'
import type { RosterCache } from './roster-cache.ts'
import type { RunStore } from './run-store.ts'

/** Everything the story touches outside itself. A handler makes it; nothing here outlives the handler. */
export interface Ports {
  readonly settings: Settings
  /** Of Plumbline itself. */
  readonly version: string
  /** By name in the settings; throws where there is none. */
  host(name: string): GitHost
  cluster(name: string): Cluster
  readonly queue: Queue
  readonly runs: RunStore
  readonly log: Log
  /** Absent where nobody counts. */
  readonly meter?: Meter
  /** Lets others have the thread when this call has had it for a while; absent where nobody shares it. */
  readonly pause?: Pause
  /** Milliseconds of Unix time. */
  now(): number
  /** Different at each call, whatever process asks. */
  unique(): string
  readonly mask: Mask
  /** Of the kinds that every API server has; one table for all calls. */
  readonly builtins: KindSchemas
  readonly objects: ObjectCache
  readonly renders: RenderCache
  readonly rosters: RosterCache
}
