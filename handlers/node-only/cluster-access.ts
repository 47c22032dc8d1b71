import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import type { Cluster, User } from '@kubernetes/client-node'
import type { CredentialsProvider } from '../../src/cluster/api-server/exchange.ts'
import { type SecretReader, tokenReader, whyNoToken } from '../../src/settings/secret-reader.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import type { ClusterSettings } from '../../src/settings.ts'
import { type EndableFetch, nodeFetchWithCa, type TlsMaterial } from './node-fetch-with-ca.ts'
import { type Kubeconfig, parseKubeconfig } from './parse-kubeconfig.ts'

/** How a cluster is reached: everything the API-server adapter needs. */
export interface ClusterAccess {
  readonly baseUrl: string
  readonly fetch: EndableFetch
  /** Looked up for each request, a kubeconfig after each 401, so that rotated tokens are noticed. */
  readonly credentials: CredentialsProvider
}

/** Where a pod has its `token`, `ca.crt` and `namespace`. */
const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

/**
 * By kubeconfig, by server and token, or, with neither, by the service account that this process runs under. Throws
 * `SettingsError`. Exec plugins and auth providers are refused by name: they run programs.
 */
export async function clusterAccess(
  settings: ClusterSettings,
  secret: SecretReader,
  env: NodeJS.ProcessEnv,
  serviceAccount: string = serviceAccountFolder,
): Promise<ClusterAccess> {
  if (settings.kubeconfig !== undefined) return kubeconfigAccess(settings.kubeconfig, settings.context)
  if (settings.server !== undefined) return serverAccess(settings, secret)
  return inClusterAccess(settings.name, env, serviceAccount)
}

/** The kubeconfig that kubectl would use: the first that `KUBECONFIG` names, else `~/.kube/config`. */
export function defaultKubeconfig(env: NodeJS.ProcessEnv): string {
  const [first = ''] = (env.KUBECONFIG ?? '').split(delimiter)
  return first === '' ? join(homedir(), '.kube', 'config') : first
}

export async function kubeconfigAccess(path: string, context?: string): Promise<ClusterAccess> {
  let { cluster, user } = await readContext(path, context)
  const folder = dirname(path)
  return {
    baseUrl: cluster.server.replace(/\/$/, ''),
    fetch: nodeFetchWithCa(() => tlsOf(folder, cluster, user)),
    credentials: async (freshness) => {
      if (freshness === 'fresh') ({ cluster, user } = await readContext(path, context))
      return credentialsOf(user)
    },
  }
}

interface KubeconfigContext {
  readonly cluster: Cluster
  readonly user: User
}

async function readContext(path: string, context: string | undefined): Promise<KubeconfigContext> {
  const config = await loadKubeconfig(path)
  const name = context ?? config.currentContext
  const found = named(config.contexts, name)
  if (!found) throw invalid(path, `it has no context ${JSON.stringify(name)}; it has ${listOf(config)}`)
  const cluster = named(config.clusters, found.cluster)
  const user = named(config.users, found.user)
  if (!cluster)
    throw invalid(path, `its context ${name} names the cluster ${found.cluster}, which it does not have`)
  if (!user) throw invalid(path, `its context ${name} names the user ${found.user}, which it does not have`)
  refusePrograms(path, user)
  refuseNoToken(path, user)
  refuseUnsupported(path, cluster, user)
  return { cluster, user }
}

async function loadKubeconfig(path: string): Promise<Kubeconfig> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw invalid(path, missing ? 'there is no such file' : 'it cannot be read', cause)
  })
  if (/["\s{,]tokenFile["\s]*:/.test(text))
    throw invalid(path, 'it has a tokenFile, which is not read; write a token')
  const config = parseKubeconfig(text)
  if (config === undefined) throw invalid(path, 'it is no kubeconfig that can be read')
  return config
}

function refusePrograms(path: string, user: User): void {
  const program = user.exec ?? user.authProvider
  if (program === undefined || program === null) return
  const what = user.exec ? 'an exec plugin' : 'an auth provider'
  throw invalid(
    path,
    `its user ${user.name} needs ${what}, which is not run; use a token or a client certificate`,
  )
}

function refuseNoToken(path: string, { name, token }: User): void {
  const flaw = token ? whyNoToken(token) : undefined
  if (flaw !== undefined) throw invalid(path, `the token of its user ${name} ${flaw}`)
}

/** Left aside, these would reach another server or act with other rights than the file says. */
function refuseUnsupported(path: string, cluster: Cluster, user: User): void {
  if (cluster.proxyUrl)
    throw invalid(path, `its cluster ${cluster.name} has a proxy-url, which is not supported`)
  if (user.impersonateUser) {
    throw invalid(path, `its user ${user.name} impersonates another, which is not supported`)
  }
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

/** A user without credentials has null for them. */
function pem(
  folder: string,
  data: string | null | undefined,
  file: string | null | undefined,
): string | undefined {
  if (data) return Buffer.from(data, 'base64').toString('utf8')
  if (!file) return undefined
  return readFileSync(isAbsolute(file) ? file : join(folder, file), 'utf8')
}

function credentialsOf({ token, username, password }: User): { readonly authorization?: string } {
  if (token) return { authorization: `Bearer ${token}` }
  if (!username) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
}

function serverAccess({ server = '', token, ca }: ClusterSettings, secret: SecretReader): ClusterAccess {
  const read = tokenReader(secret)
  return {
    baseUrl: server.replace(/\/$/, ''),
    fetch: nodeFetchWithCa(() => (ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') })),
    credentials: async () => (token === undefined ? {} : { authorization: `Bearer ${await read(token)}` }),
  }
}

/** https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ ; the token file is rotated. */
function inClusterAccess(name: string, env: NodeJS.ProcessEnv, folder: string): ClusterAccess {
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
    fetch: nodeFetchWithCa(() => ({ ca: readFileSync(join(folder, 'ca.crt'), 'utf8') })),
    credentials: async () => ({
      authorization: `Bearer ${await serviceAccountToken(join(folder, 'token'))}`,
    }),
  }
}

async function serviceAccountToken(path: string): Promise<string> {
  const token = await readFile(path, 'utf8').catch((cause: unknown) => {
    const advice = 'mount the token of the service account, or write the server and token of the cluster'
    throw new SettingsError('no-secret', `${path}: it cannot be read; ${advice}`, {
      subject: { file: path },
      cause,
    })
  })
  const flaw = whyNoToken(token.trim())
  if (flaw !== undefined)
    throw new SettingsError('no-secret', `${path}: ${flaw}`, { subject: { file: path } })
  return token.trim()
}

function named<T extends { readonly name: string }>(list: readonly T[], name: string): T | undefined {
  return list.find((one) => one.name === name)
}

function listOf({ contexts }: Kubeconfig): string {
  return contexts.map(({ name }) => name).join(', ') || 'none'
}

function invalid(path: string, what: string, cause?: unknown): SettingsError {
  return new SettingsError('invalid', `${path}: ${what}`, { subject: { file: path }, cause })
}
