import type { Dialect } from './dialect.ts'
import { giteaApi, type TestHook } from './gitea-api.ts'
import { commentEvent, pullEvent } from './gitea-pull-shapes.ts'
import { eventsOf, signedDelivery, wants } from './gitea-webhook.ts'
import type { SandboxState } from './sandbox-state.ts'

/** Gitea and Forgejo. They have no merge queue. */
export function giteaDialect(state: SandboxState, testHook: TestHook): Dialect {
  return {
    api: giteaApi(state, testHook),
    eventsOf(hosted, happening) {
      switch (happening.kind) {
        case 'moved':
          return eventsOf(state.baseUrl, hosted.repository, happening.update)
        case 'pull':
          return [pullEvent(state, hosted, happening)]
        case 'comment':
          return [commentEvent(state, hosted, happening)].filter((event) => event !== undefined)
        case 'mergeGroup':
          return []
      }
    },
    wants,
    signed: signedDelivery,
  }
}
