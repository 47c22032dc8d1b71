import type { Repository } from '../git/repository.ts'
import { type Lookup, lookUpRepository } from '../settings/host-of.ts'
import { present } from '../settings/present.ts'
import type { Root, Settings } from '../settings.ts'
import type { Application, DeclarationProblem } from './application.ts'
import type { ClusterNames } from './project-rules.ts'

/** Names of the cluster of the root itself, as Argo CD writes them. */
const ownServer = 'https://kubernetes.default.svc'
const ownName = 'in-cluster'

/** The name, in the settings, of the cluster that an application goes to. */
export function resolveDestination(
  application: Application,
  root: Pick<Root, 'cluster'>,
  settings: Pick<Settings, 'clusters'>,
): { readonly cluster: string } | { readonly problem: DeclarationProblem } {
  const { name, server } = application.destination
  if (name === ownName || (name === undefined && isOwn(server))) return { cluster: root.cluster }
  const found =
    name === undefined
      ? settings.clusters.find((cluster) => cluster.server === withoutSlash(server ?? ''))
      : settings.clusters.find((cluster) => cluster.name === name)
  if (found) return { cluster: found.name }
  const asked = name === undefined ? `server: ${server}` : `name: ${name}`
  const field = name === undefined ? 'spec.destination.server' : 'spec.destination.name'
  const message = `there are no clusters with this ${asked}`
  return { problem: problemOf(application, 'unknown-cluster', field, message) }
}

/** Every name that a cluster of the settings goes by in a root. */
export function namesOfCluster(
  name: string,
  root: Pick<Root, 'cluster'>,
  settings: Pick<Settings, 'clusters'>,
): readonly ClusterNames[] {
  const server = settings.clusters.find((cluster) => cluster.name === name)?.server
  const own = name === root.cluster ? [{ server: ownServer, name: ownName }] : []
  return [...own, { name, ...present({ server: server && withoutSlash(server) }) }]
}

/**
 * The repository that an application is rendered from, which its host must be allowed to show. Whoever asks for many
 * applications brings a `lookUp` that remembers.
 */
export function resolveSource(
  application: Application,
  settings: Pick<Settings, 'hosts'>,
  lookUp: (repoURL: string) => Lookup | undefined = (repoURL) => lookUpRepository(settings, repoURL),
): { readonly repository: Repository } | { readonly problem: DeclarationProblem } {
  const found = lookUp(application.source.repoURL)
  if (found?.isPermitted === true) return { repository: found.repository }
  const why = found
    ? `it is not among the repositories of the host ${found.host.name}`
    : 'none of the hosts in the settings has it'
  const { repoURL } = application.source
  const message = `application repo ${repoURL} is not permitted in project '${application.project}': ${why}`
  return { problem: problemOf(application, 'unknown-repository', 'spec.source.repoURL', message) }
}

function isOwn(server: string | undefined): boolean {
  return server === undefined || withoutSlash(server) === ownServer
}

function withoutSlash(server: string): string {
  return server.replace(/\/$/, '')
}

function problemOf(
  { name, declaredAt }: Application,
  code: DeclarationProblem['code'],
  field: string,
  message: string,
): DeclarationProblem {
  return { code, message, file: declaredAt.path, line: declaredAt.line, field, application: name }
}
