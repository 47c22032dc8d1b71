import { setMaxListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import type { Log } from '../../src/engine/log.ts'
import { createMemoryRunStore } from '../../src/engine/memory-run-store.ts'
import type { Meter } from '../../src/engine/meter.ts'
import type { Ports } from '../../src/engine/ports.ts'
import type { Queue } from '../../src/engine/queue.ts'
import { createRenderCache } from '../../src/engine/render-cache.ts'
import { createRosterCache } from '../../src/engine/roster-cache.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import type { GithubAccess } from '../../src/githost/github/credentials.ts'
import { createGithubMemory, type GithubMemory } from '../../src/githost/github/memory.ts'
import { createLocalHost } from '../../src/githost/local/local-host.ts'
import { createObjectCache } from '../../src/githost/object-cache.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { Mask } from '../../src/kube/masked.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { type SecretReader, secretReader } from '../../src/settings/secret-reader.ts'
import type { HostSettings, Settings } from '../../src/settings.ts'
import { readAccess } from '../host-access.ts'
import { type ClusterAccess, clusterAccess } from './cluster-access.ts'
import { createPause } from './create-pause.ts'
import { createForwardClock } from './forward-clock.ts'
import { localFiles } from './local-files.ts'
import { meteredFetch } from './metered-fetch.ts'
import { eitherOf, type NodeFetch } from './node-fetch-with-ca.ts'
import { ownVersion } from './own-version.ts'
import { spareSilent } from './spare-silent.ts'

export interface NodePorts {
  readonly ports: Ports
  readonly secret: SecretReader
  /** What is known of each GitHub, by the host's name. */
  readonly githubs: ReadonlyMap<string, GithubMemory>
  /** Looks at the hosts' tokens again; called before each job, so that a rotated one is noticed. */
  refresh(): Promise<void>
}

interface Options {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
  readonly queue: Queue
  readonly meter?: Meter
  /** Stands between each adapter and its server; a command line bounds its patience here. */
  readonly throughFetch?: Through
  /** Ends every request and every wait. */
  readonly over?: AbortSignal
  /** The folder of a pod's account; where Kubernetes mounts it unless told. */
  readonly serviceAccount?: string
}

type Through = (fetch: NodeFetch, address: string) => NodeFetch

const requestTimeout = 30_000

/** The adapters that Node runs with, for one set of settings. Throws `SettingsError`. */
export async function createNodePorts(options: Options): Promise<NodePorts> {
  const { settings, env, log, queue, meter, throughFetch: through = (fetch) => fetch, over } = options
  // As many requests as there are may wait for their next try at once.
  if (over !== undefined) setMaxListeners(0, over)
  const sleep = sleepUntil(over)
  const secret = secretReader({ env, readFile: (path) => readFile(path, 'utf8') })
  const mask = maskerOf(crypto.getRandomValues(new Uint8Array(32)))
  const hosts = createHosts(settings, secret, { through, sleep, log, meter, over })
  await hosts.refresh()
  const clusters = new Map<string, Cluster>()
  for (const one of settings.clusters) {
    const access = await clusterAccess(one, secret, env, options.serviceAccount)
    const send: NodeFetch = (request) => access.fetch(request, over)
    const measured = meteredFetch(send, meter, { to: 'cluster', name: one.name })
    const spared = spareSilent(measured, { now: () => performance.now() })
    const fetch = through(spared, access.baseUrl)
    clusters.set(one.name, openCluster(one.name, { ...access, fetch }, mask, sleep))
  }
  const pause = createPause()
  const ports: Ports = {
    settings,
    version: await ownVersion(),
    host: (name) => known(hosts.open.get(name), `host ${name}`),
    cluster: (name) => known(clusters.get(name), `cluster ${name}`),
    queue,
    runs: createMemoryRunStore(),
    log,
    ...(meter && { meter }),
    pause,
    now: () => Date.now(),
    unique: () => crypto.randomUUID(),
    mask,
    builtins: builtinSchemas(),
    objects: createObjectCache(),
    renders: createRenderCache({ pause }),
    rosters: createRosterCache(),
  }
  return { ports, secret, githubs: hosts.githubs, refresh: () => hosts.refresh() }
}

interface Wire {
  readonly log: Log
  readonly through: Through
  readonly sleep: Sleep
  readonly meter: Meter | undefined
  readonly over: AbortSignal | undefined
}

interface Hosts {
  readonly open: ReadonlyMap<string, GitHost>
  readonly githubs: ReadonlyMap<string, GithubMemory>
  refresh(): Promise<void>
}

function createHosts(settings: Settings, secret: SecretReader, wire: Wire): Hosts {
  const open = new Map<string, GitHost>()
  const githubs = new Map<string, GithubMemory>()
  const known = new Map<string, string>()
  for (const { name, kind } of settings.hosts) if (kind === 'github') githubs.set(name, createGithubMemory())
  return {
    open,
    githubs,
    async refresh() {
      for (const host of settings.hosts) {
        const access = await readAccess(host, secret)
        const now = JSON.stringify(access ?? {})
        if (known.get(host.name) === now) continue
        const opened = await openHost(host, access, wire, githubs.get(host.name))
        known.set(host.name, now)
        open.set(host.name, opened)
      }
    },
  }
}

/** What speaks to a host over HTTP is loaded with the first of them: a folder on this machine needs none. */
async function openHost(
  host: HostSettings,
  access: GithubAccess | undefined,
  wire: Wire,
  memory: GithubMemory | undefined,
): Promise<GitHost> {
  if (host.kind === 'local') return createLocalHost(host.name, localFiles(host.address))
  const { through, sleep, log, meter, over } = wire
  const endable: NodeFetch = (request) => fetch(request, { signal: eitherOf(request, over) })
  const measured = meteredFetch(endable, meter, { to: 'host', name: host.name })
  const send = through(measured, host.address)
  const connection = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => send(new Request(input, init)),
    sleep,
    random: Math.random,
    signal: () => AbortSignal.timeout(requestTimeout),
  }
  const { openRemoteHost } = await import('../remote-host.ts')
  return openRemoteHost(host, access, log, connection, memory)
}

function openCluster(name: string, access: ClusterAccess, mask: Mask, sleep: Sleep): Cluster {
  return createApiServer({
    name,
    ...access,
    mask,
    now: createForwardClock(),
    sleep,
    random: Math.random,
  })
}

type Sleep = (milliseconds: number) => Promise<void>

/** Ends early, and quietly, when all is over. */
function sleepUntil(over: AbortSignal | undefined): Sleep {
  const options = over === undefined ? {} : { signal: over }
  return (milliseconds) => setTimeout(milliseconds, undefined, options).catch(() => {})
}

function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the settings name no ${what}`)
  return found
}
