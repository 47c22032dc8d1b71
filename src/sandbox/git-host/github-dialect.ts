import type { Dialect } from './dialect.ts'
import { githubApi } from './github-api.ts'
import { eventsOf, signed, wants } from './github-webhook.ts'
import type { SandboxState } from './sandbox-state.ts'

/** github.com where that is the base URL, else an Enterprise Server. */
export function githubDialect(state: SandboxState): Dialect {
  return {
    api: githubApi(state),
    eventsOf: (hosted, happening) => eventsOf(state, hosted, happening),
    wants,
    signed,
  }
}
