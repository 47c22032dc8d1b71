import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import type { Log } from '../../src/engine/log.ts'
import { createMemoryRunStore } from '../../src/engine/memory-run-store.ts'
import type { Ports } from '../../src/engine/ports.ts'
import type { Queue } from '../../src/engine/queue.ts'
import { createRenderCache } from '../../src/engine/render-cache.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import type { GithubAccess } from '../../src/githost/github/credentials.ts'
import { createLocalHost } from '../../src/githost/local/local-host.ts'
import { createObjectCache } from '../../src/githost/object-cache.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import type { Mask } from '../../src/kube/masked.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import { type SecretReader, secretReader } from '../../src/settings/secret-reader.ts'
import type { HostSettings, Settings } from '../../src/settings.ts'
import { openRemoteHost, readAccess } from '../remote-host.ts'
import { type ClusterAccess, clusterAccess } from './cluster-access.ts'
import { localFiles } from './local-files.ts'
import type { NodeFetch } from './node-fetch-with-ca.ts'
import { ownVersion } from './own-version.ts'

export interface NodePorts {
  readonly ports: Ports
  readonly secret: SecretReader
  /** Looks at the hosts' tokens again; called before each job, so that a rotated one is noticed. */
  refresh(): Promise<void>
}

interface Options {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  readonly log: Log
  readonly queue: Queue
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
  const {
    settings,
    env,
    log,
    queue,
    throughFetch = (fetch) => fetch,
    over = new AbortController().signal,
  } = options
  const through: Through = (fetch, address) => endedBy(over, throughFetch(fetch, address))
  const sleep = sleepUntil(over)
  const secret = secretReader({ env, readFile: (path) => readFile(path, 'utf8') })
  const mask = maskerOf(crypto.getRandomValues(new Uint8Array(32)))
  const hosts = createHosts(settings, secret, { through, sleep, log })
  await hosts.refresh()
  const clusters = new Map<string, Cluster>()
  for (const one of settings.clusters) {
    const access = await clusterAccess(one, secret, env, options.serviceAccount)
    const fetch = through(access.fetch, access.baseUrl)
    clusters.set(one.name, openCluster(one.name, { ...access, fetch }, mask, sleep))
  }
  const ports: Ports = {
    settings,
    version: await ownVersion(),
    host: (name) => known(hosts.open.get(name), `host ${name}`),
    cluster: (name) => known(clusters.get(name), `cluster ${name}`),
    queue,
    runs: createMemoryRunStore(),
    log,
    now: () => Date.now(),
    unique: () => crypto.randomUUID(),
    mask,
    builtins: builtinSchemas(),
    objects: createObjectCache(),
    renders: createRenderCache(),
  }
  return { ports, secret, refresh: () => hosts.refresh() }
}

interface Wire {
  readonly log: Log
  readonly through: Through
  readonly sleep: Sleep
}

function createHosts(
  settings: Settings,
  secret: SecretReader,
  wire: Wire,
): { open: Map<string, GitHost>; refresh(): Promise<void> } {
  const open = new Map<string, GitHost>()
  const known = new Map<string, string>()
  return {
    open,
    async refresh() {
      for (const host of settings.hosts) {
        const access = await readAccess(host, secret)
        const now = JSON.stringify(access ?? {})
        if (known.get(host.name) === now) continue
        known.set(host.name, now)
        open.set(host.name, openHost(host, access, wire))
      }
    },
  }
}

function openHost(host: HostSettings, access: GithubAccess | undefined, wire: Wire): GitHost {
  if (host.kind === 'local') return createLocalHost(host.name, localFiles(host.address))
  const { through, sleep, log } = wire
  const send = through((request) => fetch(request), host.address)
  return openRemoteHost(host, access, log, {
    fetch: (input, init) => send(new Request(input, init)),
    sleep,
    random: Math.random,
    signal: () => AbortSignal.timeout(requestTimeout),
  })
}

function openCluster(name: string, access: ClusterAccess, mask: Mask, sleep: Sleep): Cluster {
  return createApiServer({
    name,
    ...access,
    mask,
    now: () => performance.now(),
    sleep,
    random: Math.random,
  })
}

function endedBy(over: AbortSignal, fetch: NodeFetch): NodeFetch {
  return (request) => fetch(new Request(request, { signal: AbortSignal.any([request.signal, over]) }))
}

type Sleep = (milliseconds: number) => Promise<void>

/** Ends early, and quietly, when all is over. */
function sleepUntil(over: AbortSignal): Sleep {
  return (milliseconds) => setTimeout(milliseconds, undefined, { signal: over }).catch(() => {})
}

function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the settings name no ${what}`)
  return found
}
