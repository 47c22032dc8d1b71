import { loadSettings } from '../../src/settings/load-settings.ts'
import { type SecretReader, secretReader } from '../../src/settings/secret-reader.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'
import type { ClusterSettings, HostSettings, SecretReference, Settings } from '../../src/settings.ts'

/** The bindings of a Worker that are texts: variables and secrets. */
type Texts = { readonly [name: string]: string }

/** Other bindings are no texts. */
export function textsOf(bindings: Readonly<Record<string, unknown>>): Texts {
  const texts = Object.entries(bindings).filter((one): one is [string, string] => typeof one[1] === 'string')
  return Object.fromEntries(texts)
}

/** Reads the settings that the variable `PLUMBLINE_SETTINGS` holds. Throws `SettingsError`, for what only Node has too. */
export async function workerSettings(texts: Texts): Promise<Settings> {
  const settings = await loadSettings({ env: texts, readFile: noFiles })
  const problems = [
    ...settings.hosts.flatMap(problemsOfHost),
    ...settings.clusters.flatMap(problemsOfCluster),
    ...problemsOfSecret('api: token', settings.api?.token),
  ]
  if (problems.length > 0)
    throw new SettingsError('invalid', `a Worker cannot do this: ${problems.join('; ')}`)
  return settings
}

export function workerSecrets(texts: Texts): SecretReader {
  return secretReader({ env: texts, readFile: noFiles })
}

async function noFiles(): Promise<string> {
  throw new Error('a Worker has no files')
}

function problemsOfHost({ name, kind, token, app, webhookSecrets }: HostSettings): readonly string[] {
  const where = `hosts: ${name}`
  return [
    ...(kind === 'local' ? [`${where} is a folder, and a Worker has no files`] : []),
    ...[token, app?.key, ...webhookSecrets].flatMap((reference) => problemsOfSecret(where, reference)),
  ]
}

function problemsOfCluster({ name, server, kubeconfig, ca, token }: ClusterSettings): readonly string[] {
  const where = `clusters: ${name}`
  const reach = 'write its server and token'
  if (kubeconfig !== undefined) return [`${where} has a kubeconfig, and a Worker has no files; ${reach}`]
  if (server === undefined)
    return [`${where} is the cluster that Plumbline runs in, and a Worker runs in none; ${reach}`]
  const trust =
    'a Worker trusts public authorities alone; put a proxy with such a certificate before the API server'
  return [...(ca === undefined ? [] : [`${where} has a ca; ${trust}`]), ...problemsOfSecret(where, token)]
}

function problemsOfSecret(where: string, reference: SecretReference | undefined): readonly string[] {
  if (reference === undefined || !('file' in reference)) return []
  return [
    `${where} reads a secret from ${reference.file}, and a Worker has no files; write {env: NAME} and run wrangler secret put NAME`,
  ]
}
