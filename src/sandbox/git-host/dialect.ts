import type { HostEvent } from './host-event.ts'
import type { Happening, Hosted, StoredHook } from './sandbox-state.ts'

/** What a kind of host makes of what the sandbox knows. */
export interface Dialect {
  readonly api: { fetch(request: Request): Response | Promise<Response> }
  /** In the order in which they are sent. */
  eventsOf(hosted: Hosted, happening: Happening): readonly HostEvent[]
  /** Whether a hook asked for it. */
  wants(hook: StoredHook, event: HostEvent): boolean
  signed(hook: StoredHook, event: HostEvent, delivery: string): Request
}
