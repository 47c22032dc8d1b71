import type { Repository } from '../git/repository.ts'
import { parseRepositoryUrl, type RepositoryUrl } from '../git/repository-url.ts'
import { glob } from '../kube/regexp.ts'
import type { HostSettings, Settings } from '../settings.ts'

export interface HostedRepository {
  readonly host: HostSettings
  readonly repository: Repository
}

/**
 * The configured host that a repository URL is on. Over HTTP the host name and a written port must be the host's;
 * over SSH the name alone, with or without a leading `ssh.`. Whether the repository may be read is another question:
 * `permitting`.
 */
export function hostOf(settings: Pick<Settings, 'hosts'>, repoURL: string): HostedRepository | undefined {
  const url = parseRepositoryUrl(repoURL)
  if (!url) return undefined
  for (const host of settings.hosts) {
    const repository = host.kind === 'local' ? localRepository(host, url) : hostedRepository(host, url)
    if (repository) return { host, repository }
  }
  return undefined
}

/** The host that a repository URL is on, and whether it may be read there. */
export interface Lookup extends HostedRepository {
  readonly isPermitted: boolean
}

export function lookUpRepository(settings: Pick<Settings, 'hosts'>, repoURL: string): Lookup | undefined {
  const found = hostOf(settings, repoURL)
  return found && { ...found, isPermitted: permitting(found.host)(found.repository) }
}

/** A local host is one working folder, and so one repository. */
function localRepository(host: HostSettings, url: RepositoryUrl): Repository | undefined {
  if (url.transport !== 'file' || url.path !== parseRepositoryUrl(host.address)?.path) return undefined
  return { host: host.name, owner: 'local', name: url.path.slice(url.path.lastIndexOf('/') + 1) }
}

function hostedRepository(host: HostSettings, url: RepositoryUrl): Repository | undefined {
  const address = parseRepositoryUrl(host.address)
  if (!address || !sameServer(address, url)) return undefined
  const [owner, name, ...rest] = segmentsBelow(address, url)
  if (!isSegment(owner) || !isSegment(name) || rest.length > 0) return undefined
  return { host: host.name, owner, name }
}

function sameServer(address: RepositoryUrl, url: RepositoryUrl): boolean {
  if (url.transport === 'http') return url.host === address.host && url.port === address.port
  return url.transport === 'ssh' && url.host.replace(/^(alt)?ssh\./, '') === address.host
}

/** A host may live below a path; SSH addresses leave it out. */
function segmentsBelow(address: RepositoryUrl, url: RepositoryUrl): readonly string[] {
  const base = address.path === '' ? '' : `${address.path}/`
  const below = url.path.toLowerCase().startsWith(base.toLowerCase())
  if (!below && url.transport !== 'ssh') return []
  return (below ? url.path.slice(base.length) : url.path).split('/')
}

function isSegment(segment: string | undefined): segment is string {
  return segment !== undefined && /^[\w.-]+$/.test(segment) && segment !== '.' && segment !== '..'
}

/** May this host's deliveries and applications speak of a repository? Globs over `owner/name`, case aside. */
export function permitting(
  host: Pick<HostSettings, 'kind' | 'repositories'>,
): (repository: Repository) => boolean {
  if (host.kind === 'local' && host.repositories.length === 0) return () => true
  const patterns = host.repositories.map((pattern) => glob(pattern, { separator: '/', ignoreCase: true }))
  return ({ owner, name }) => patterns.some((pattern) => pattern?.matches(`${owner}/${name}`) === true)
}
