import { parseRepositoryUrl } from '../git/repository-url.ts'
import type { Allow, ClusterSettings, HostSettings, Root } from '../settings.ts'
import type { Fields } from './fields.ts'
import { hostOf, permitting } from './host-of.ts'
import { readGlobs } from './read-globs.ts'
import { readRepositoryPath } from './read-repository-path.ts'

/** Roots, each held against the clusters and hosts of the same settings. */
export function parseRoots(
  settings: Fields,
  clusters: readonly ClusterSettings[],
  hosts: readonly HostSettings[],
): readonly Root[] {
  return settings.mappings('roots').map((fields) => readRoot(fields, clusters, hosts))
}

function readRoot(
  fields: Fields,
  clusters: readonly ClusterSettings[],
  hosts: readonly HostSettings[],
): Root {
  const root = {
    repository: readRepository(fields, hosts),
    revision: readRevision(fields),
    path: readRepositoryPath(fields, 'path'),
    mode: fields.oneOf('mode', ['observe', 'sync'], 'observe'),
    cluster: readCluster(fields, clusters),
    allow: readAllow(fields.mapping('allow')),
  }
  fields.close()
  return root
}

function readRepository(fields: Fields, hosts: readonly HostSettings[]): string {
  const repository = fields.requiredText('repository')
  if (repository === '') return repository
  const found = hostOf({ hosts }, repository)
  if (parseRepositoryUrl(repository)?.hasPassword === true) {
    fields.problem('repository', 'holds a credential; put it under the host’s token')
  } else if (!found) fields.problem('repository', 'is not on any of the hosts; add its host')
  else if (!permitting(found.host)(found.repository)) {
    fields.problem('repository', `is not among the repositories of the host ${found.host.name}; add it there`)
  }
  return repository
}

function readRevision(fields: Fields): string {
  const revision = fields.text('revision') ?? 'HEAD'
  if (revision === '') fields.problem('revision', 'must be a branch, a tag, a full SHA or HEAD')
  return revision
}

function readCluster(fields: Fields, clusters: readonly ClusterSettings[]): string {
  const name = fields.requiredText('cluster')
  if (name !== '' && !clusters.some((cluster) => cluster.name === name)) {
    fields.problem('cluster', 'is not one of the clusters; add it there or correct its name')
  }
  return name
}

function readAllow(fields: Fields | undefined): Allow {
  const allow = {
    namespaces: fields ? readGlobs(fields, 'namespaces') : [],
    namespacedKinds: fields ? readGlobs(fields, 'namespacedKinds') : [],
    clusterKinds: fields ? readGlobs(fields, 'clusterKinds') : [],
  }
  fields?.close()
  return allow
}
