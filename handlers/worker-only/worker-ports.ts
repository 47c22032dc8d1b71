import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { longestFlight } from '../../src/cluster/longest-flight.ts'
import type { Ports } from '../../src/engine/ports.ts'
import type { Queue } from '../../src/engine/queue.ts'
import { createRosterCache } from '../../src/engine/roster-cache.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import { createGithubMemory, type GithubMemory } from '../../src/githost/github/memory.ts'
import type { Mask } from '../../src/kube/masked.ts'
import { type SecretReader, tokenReader } from '../../src/settings/secret-reader.ts'
import type { ClusterSettings, HostSettings, Settings } from '../../src/settings.ts'
import { readAccess } from '../host-access.ts'
import { openRemoteHost } from '../remote-host.ts'

/** What an isolate keeps between calls: values alone, nothing that waits for an answer of another call. */
export interface Kept
  extends Pick<Ports, 'version' | 'runs' | 'log' | 'mask' | 'builtins' | 'objects' | 'renders'> {
  /** By the name of the host. */
  readonly githubs: Map<string, GithubMemory>
}

interface Options {
  readonly settings: Settings
  readonly secret: SecretReader
  readonly queue: Queue
  readonly kept: Kept
}

const requestTimeout = 30_000

/**
 * The adapters of one call. Connections belong to the call that opened them, so none of these may serve another call.
 * Throws `SettingsError`.
 */
export async function createWorkerPorts({ settings, secret, queue, kept }: Options): Promise<Ports> {
  const hosts = new Map<string, GitHost>()
  for (const host of settings.hosts) hosts.set(host.name, await openHost(host, secret, kept))
  const clusters = new Map(settings.clusters.map((one) => [one.name, openCluster(one, secret, kept)]))
  const { githubs: _, ...remembered } = kept
  return {
    ...remembered,
    settings,
    queue,
    rosters: createRosterCache(),
    host: (name) => known(hosts.get(name), `host ${name}`),
    cluster: (name) => known(clusters.get(name), `cluster ${name}`),
    now: () => Date.now(),
    unique: () => crypto.randomUUID(),
  }
}

async function openHost(host: HostSettings, secret: SecretReader, { log, githubs }: Kept): Promise<GitHost> {
  const memory = githubs.get(host.name) ?? createGithubMemory()
  githubs.set(host.name, memory)
  const wire = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
    sleep,
    random: Math.random,
    signal: () => AbortSignal.timeout(requestTimeout),
  }
  return openRemoteHost(host, await readAccess(host, secret), log, wire, memory)
}

function openCluster(
  { name, server = '', token }: ClusterSettings,
  secret: SecretReader,
  { mask }: { readonly mask: Mask },
): Cluster {
  return createApiServer({
    name,
    baseUrl: server,
    fetch: (request) => fetch(request, { signal: AbortSignal.timeout(longestFlight(request)) }),
    credentials: async () =>
      token === undefined ? {} : { authorization: `Bearer ${await tokenReader(secret)(token)}` },
    mask,
    now: () => performance.now(),
    sleep,
    random: Math.random,
  })
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the settings name no ${what}`)
  return found
}
