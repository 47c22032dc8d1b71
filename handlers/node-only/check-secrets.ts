import { whyWeakToken } from '../../src/console/token.ts'
import { toPkcs8 } from '../../src/githost/github/private-key.ts'
import type { Finding } from '../../src/report/check-up.ts'
import { hostOf } from '../../src/settings/host-of.ts'
import { type SecretReader, tokenReader } from '../../src/settings/secret-reader.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import type { ClusterSettings, HostSettings, Root, SecretReference, Settings } from '../../src/settings.ts'
import { clusterAccess } from './cluster-access.ts'

export interface CheckedSecrets {
  readonly findings: readonly Finding[]
  /**
   * Without the hosts and clusters that cannot be asked for want of a secret, without their roots, and without the
   * webhook secrets that cannot be read.
   */
  readonly usable: Settings
}

interface Secret {
  /** `its token`. */
  readonly what: string
  readonly reference: SecretReference
  readonly read: SecretReader
  /** Why what was found cannot be used; it does not quote it. */
  readonly flaw?: (secret: string) => string | undefined
}

/** Looks at every secret that the settings name, and shows none. */
export async function checkSecrets(
  settings: Settings,
  secret: SecretReader,
  env: NodeJS.ProcessEnv,
): Promise<CheckedSecrets> {
  const ofHosts = await Promise.all(settings.hosts.map((host) => checkHost(host, secret)))
  const ofClusters = await Promise.all(settings.clusters.map((cluster) => checkCluster(cluster, secret, env)))
  const ofApi = await checkAll('api', guardSecrets(settings.api, 'api.token', secret))
  const ofMetrics = await checkAll('metrics', guardSecrets(settings.metrics, 'metrics.token', secret))
  const hosts = ofHosts.flatMap(({ usable }) => usable ?? [])
  const clusters = settings.clusters.filter((_, index) => isSound(ofClusters[index]))
  const isReached = (root: Root) =>
    hostOf({ hosts }, root.repository) !== undefined && clusters.some(({ name }) => name === root.cluster)
  const left = settings.roots.filter((root) => !isReached(root)).map(leftOut)
  return {
    findings: [
      ...ofHosts.flatMap(({ findings }) => findings),
      ...ofClusters.flat(),
      ...ofApi,
      ...ofMetrics,
      ...left,
    ],
    usable: { ...settings, hosts, clusters, roots: settings.roots.filter(isReached) },
  }
}

function leftOut({ repository, path }: Root): Finding {
  const about = `roots: ${repository} ${path}`.trimEnd()
  return {
    about,
    verdict: 'note',
    says: 'was not looked at: its host or cluster lacks what is to be mended above',
  }
}

interface CheckedHost {
  readonly findings: readonly Finding[]
  /** Absent where it cannot be asked. */
  readonly usable?: HostSettings
}

/** Whoever has no webhook secret can be asked all the same. */
async function checkHost(host: HostSettings, read: SecretReader): Promise<CheckedHost> {
  const about = `hosts: ${host.name}`
  const access = await checkAll(about, accessOf(host, read))
  const webhooks = await checkAll(
    about,
    host.webhookSecrets.map((reference, index) => ({ what: `webhookSecrets[${index}]`, reference, read })),
  )
  const webhookSecrets = host.webhookSecrets.filter((_, index) => isSound(webhooks.slice(index, index + 1)))
  const findings = [...access, ...webhooks]
  return isSound(access) ? { findings, usable: { ...host, webhookSecrets } } : { findings }
}

function isSound(findings: readonly Finding[] = []): boolean {
  return findings.every(({ verdict }) => verdict === 'right')
}

function accessOf({ token, app }: HostSettings, read: SecretReader): readonly Secret[] {
  return [
    ...(token === undefined ? [] : [{ what: 'its token', reference: token, read: tokenReader(read) }]),
    ...(app === undefined ? [] : [{ what: 'the key of its App', reference: app.key, read, flaw: whyNoKey }]),
  ]
}

function whyNoKey(key: string): string | undefined {
  return toPkcs8(key) === undefined ? 'must be an RSA key in PEM' : undefined
}

function guardSecrets(guard: Settings['api'], field: string, read: SecretReader): readonly Secret[] {
  if (guard === undefined) return []
  const flaw = (token: string) => whyWeakToken(token, field)
  return [{ what: 'its token', reference: guard.token, read: tokenReader(read), flaw }]
}

async function checkAll(about: string, secrets: readonly Secret[]): Promise<readonly Finding[]> {
  return Promise.all(secrets.map((one) => checkOne(about, one)))
}

async function checkOne(about: string, { what, reference, read, flaw }: Secret): Promise<Finding> {
  return soundOr(about, async () => {
    const secret = await read(reference)
    const why = flaw?.(secret)
    const where = 'env' in reference ? `the variable ${reference.env}` : `the file ${reference.file}`
    return why === undefined
      ? { about, verdict: 'right', says: `${what} is there, in ${where}` }
      : { about, verdict: 'wrong', says: `${what}, in ${where}: ${why}` }
  })
}

/** A kubeconfig is read as whoever sends requests reads it. */
async function checkCluster(
  cluster: ClusterSettings,
  secret: SecretReader,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const about = `clusters: ${cluster.name}`
  const finding = await soundOr(about, async () => {
    const { baseUrl, credentials } = await clusterAccess(cluster, secret, env)
    await credentials('cached')
    return { about, verdict: 'right', says: `is asked at ${baseUrl}` }
  })
  return [finding]
}

async function soundOr(about: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof SettingsError) return { about, verdict: 'wrong', says: error.message }
    throw error
  }
}
