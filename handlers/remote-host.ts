import type { Log } from '../src/engine/log.ts'
import type { GitHost } from '../src/githost/git-host.ts'
import { createGiteaHost } from '../src/githost/gitea/gitea-host.ts'
import type { GithubAccess } from '../src/githost/github/credentials.ts'
import { createGithubHost } from '../src/githost/github/github-host.ts'
import type { GithubMemory } from '../src/githost/github/memory.ts'
import type { HostConnection } from '../src/githost/host-api.ts'
import type { HostSettings } from '../src/settings.ts'

/** The adapter of a host that is reached over HTTP. */
export function openRemoteHost(
  { name, kind, address }: HostSettings,
  access: GithubAccess | undefined,
  log: Log,
  wire: Omit<HostConnection, 'name' | 'now'>,
  memory?: GithubMemory,
): GitHost {
  const connection = { ...wire, name, baseUrl: address, now: () => Date.now() }
  if (kind === 'github') {
    return createGithubHost({
      ...connection,
      ...(access && { access }),
      ...(memory && { memory }),
      onBudget: (budget) => log('info', 'what is left of the requests to GitHub', { host: name, ...budget }),
    })
  }
  return createGiteaHost({ ...connection, ...(access?.kind === 'token' && { token: access.token }) })
}
