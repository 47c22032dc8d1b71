import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { type Cluster, KubeConfig, type User } from '@kubernetes/client-node'
import type { SecretReader } from '../../src/settings/secret-reader.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import type { ClusterSettings } from '../../src/settings.ts'
import { type NodeFetch, nodeFetchWithCa, type TlsMaterial } from './node-fetch-with-ca.ts'

/** How a cluster is reached: everything the API-server adapter needs. */
export interface ClusterAccess {
  readonly baseUrl: string
  readonly fetch: NodeFetch
  /** Looked up for each request, so that rotated tokens are noticed. */
  credentials(): Promise<{ readonly authorization?: string }>
}

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount'

/**
 * By kubeconfig, by server and token, or, with neither, by the service account that this process runs under. Throws
 * `SettingsError`. Exec plugins and auth providers are refused by name: they run programs.
 */
export async function clusterAccess(
  settings: ClusterSettings,
  secret: SecretReader,
  env: NodeJS.ProcessEnv,
): Promise<ClusterAccess> {
  if (settings.kubeconfig !== undefined) return kubeconfigAccess(settings.kubeconfig, settings.context)
  return settings.server === undefined ? inClusterAccess(settings.name, env) : serverAccess(settings, secret)
}

/** The kubeconfig that kubectl would use: the first that `KUBECONFIG` names, else `~/.kube/config`. */
export function defaultKubeconfig(env: NodeJS.ProcessEnv): string {
  const [first = ''] = (env.KUBECONFIG ?? '').split(delimiter)
  return first === '' ? join(homedir(), '.kube', 'config') : first
}

export async function kubeconfigAccess(path: string, context?: string): Promise<ClusterAccess> {
  const config = await loadKubeconfig(path)
  const name = context ?? config.getCurrentContext()
  const found = config.getContextObject(name)
  if (!found) throw invalid(path, `it has no context ${JSON.stringify(name)}; it has ${listOf(config)}`)
  const cluster = config.getCluster(found.cluster)
  const user = config.getUser(found.user)
  if (!cluster)
    throw invalid(path, `its context ${name} names the cluster ${found.cluster}, which it does not have`)
  if (!user) throw invalid(path, `its context ${name} names the user ${found.user}, which it does not have`)
  refusePrograms(path, user)
  const folder = dirname(path)
  return {
    baseUrl: cluster.server.replace(/\/$/, ''),
    fetch: nodeFetchWithCa(() => tlsOf(folder, cluster, user)),
    credentials: async () => credentialsOf(user),
  }
}

async function loadKubeconfig(path: string): Promise<KubeConfig> {
  const config = new KubeConfig()
  try {
    config.loadFromString(await readFile(path, 'utf8'))
    return config
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw invalid(path, missing ? 'there is no such file' : 'it is no kubeconfig that can be read', cause)
  }
}

function refusePrograms(path: string, user: User): void {
  const program = user.exec === undefined ? user.authProvider : user.exec
  if (program === undefined || program === null) return
  const what = user.exec === undefined ? 'an auth provider' : 'an exec plugin'
  throw invalid(
    path,
    `its user ${user.name} needs ${what}, which is not run; use a token or a client certificate`,
  )
}

function tlsOf(folder: string, cluster: Cluster, user: User): TlsMaterial {
  const ca = pem(folder, cluster.caData, cluster.caFile)
  const cert = pem(folder, user.certData, user.certFile)
  const key = pem(folder, user.keyData, user.keyFile)
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(cluster.tlsServerName === undefined ? {} : { serverName: cluster.tlsServerName }),
    ...(cluster.skipTLSVerify ? { rejectUnauthorized: false } : {}),
  }
}

function pem(folder: string, data: string | undefined, file: string | undefined): string | undefined {
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8')
  if (file === undefined || file === '') return undefined
  return readFileSync(isAbsolute(file) ? file : join(folder, file), 'utf8')
}

function credentialsOf({ token, username, password }: User): { readonly authorization?: string } {
  if (token !== undefined && token !== '') return { authorization: `Bearer ${token}` }
  if (username === undefined || username === '') return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
}

function serverAccess({ server = '', token, ca }: ClusterSettings, secret: SecretReader): ClusterAccess {
  return {
    baseUrl: server.replace(/\/$/, ''),
    fetch: nodeFetchWithCa(() => (ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') })),
    credentials: async () => (token === undefined ? {} : { authorization: `Bearer ${await secret(token)}` }),
  }
}

/** https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ ; the token file is rotated. */
function inClusterAccess(name: string, env: NodeJS.ProcessEnv): ClusterAccess {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  if (host === undefined) {
    const advice = 'write its kubeconfig, or its server and token'
    throw new SettingsError(
      'invalid',
      `clusters: ${name} is the cluster that this process runs in, and it runs in none; ${advice}`,
    )
  }
  return {
    baseUrl: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    fetch: nodeFetchWithCa(() => ({ ca: readFileSync(join(serviceAccount, 'ca.crt'), 'utf8') })),
    credentials: async () => ({
      authorization: `Bearer ${(await readFile(join(serviceAccount, 'token'), 'utf8')).trim()}`,
    }),
  }
}

function listOf(config: KubeConfig): string {
  return (
    config
      .getContexts()
      .map(({ name }) => name)
      .join(', ') || 'none'
  )
}

function invalid(path: string, what: string, cause?: unknown): SettingsError {
  return new SettingsError('invalid', `${path}: ${what}`, { subject: { file: path }, cause })
}
