import type { Application } from '../apps/application.ts'
import type { Governance } from '../apps/project-rules.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import { glob } from '../kube/regexp.ts'
import type { Allow } from '../settings.ts'
import type { Permit } from './permit.ts'
import { permitsDestination, permitsKind as permitsKindByProject, permitsSource } from './project-permits.ts'

/** Where the records of all applications live: no application writes there. */
const recordNamespace = 'plumbline'

/** One write, of whatever phase: apply, hook, prune, creation of the namespace. */
export interface WriteRequest {
  readonly application: Application
  /** Of the root that declares the application. */
  readonly allow: Allow
  readonly key: ObjectKey
  readonly namespaced: boolean
}

/**
 * The one guard of every write, and of every live value that is shown: undefined when the root's wall and the project
 * permit it, else why not, in Argo CD's words (reference argocd section 12). An empty list permits nothing.
 */
export function authorise({ application, allow, key, namespaced }: WriteRequest): string | undefined {
  return permitFor(application, allow)(key, namespaced)
}

/** The same guard for all that one application writes and shows. */
export function permitFor(application: Application, allow: Allow): Permit {
  const namespaces = matcher(allow.namespaces)
  const namespacedKinds = matcher(allow.namespacedKinds)
  const clusterKinds = matcher(allow.clusterKinds)
  const { project, governedBy } = application
  const refusal = refuseDestination(application, namespaces) ?? refuseByProject(application)
  const isProjectKind = governedBy && permitsKindByProject(governedBy.rules)
  const isProjectNamespace = permitsNamespace(governedBy)
  return (key, namespaced) => {
    if (refusal !== undefined) return refusal
    const kind = `${key.group}:${key.kind}`
    const isKind = permitsKind(namespaced ? namespacedKinds : clusterKinds, key)
    if (!isKind || isProjectKind?.(key, namespaced) === false) {
      return `resource ${kind} is not permitted in project ${project}`
    }
    const namespace = namespaceOf(key, namespaced)
    if (namespace === undefined) return undefined
    if (namespace === '') return `Namespace for ${key.name} ${kind} is missing.`
    if (namespace === recordNamespace) return `namespace ${namespace} holds the records of all applications`
    return namespaces(namespace) && (!namespaced || isProjectNamespace(namespace))
      ? undefined
      : `namespace ${namespace} is not permitted in project '${project}'`
  }
}

/** An application without a destination namespace may still write what needs none, or names its own. */
function refuseDestination(application: Application, permits: Matcher): string | undefined {
  const { namespace } = application.destination
  return namespace === '' || permits(namespace) ? undefined : notAmongDestinations(application)
}

/** Why the project of an application refuses it as a whole, before anything of it is rendered or looked at. */
export function refuseByProject(application: Application): string | undefined {
  const { governedBy, project, source, destination } = application
  if (governedBy === undefined) return undefined
  if (!permitsSource(governedBy.rules)(source.repoURL)) {
    return `application repo ${source.repoURL} is not permitted in project '${project}'`
  }
  return permitsNamespace(governedBy)(destination.namespace) ? undefined : notAmongDestinations(application)
}

function permitsNamespace(governedBy: Governance | undefined): (namespace: string) => boolean {
  return governedBy === undefined ? () => true : permitsDestination(governedBy.rules, governedBy.clusters)
}

function notAmongDestinations({ destination, project }: Application): string {
  const { namespace, server, name } = destination
  const where = `server '${server ?? name ?? 'in-cluster'}' and namespace '${namespace}'`
  return `application destination ${where} do not match any of the allowed destinations in project '${project}'`
}

/** A Namespace is itself one of the namespaces that are permitted or not. */
function namespaceOf(key: ObjectKey, namespaced: boolean): string | undefined {
  if (namespaced) return key.namespace
  return key.group === '' && key.kind === 'Namespace' ? key.name : undefined
}

/** Kinds of the core group go by `Kind` and, so that a glob over all groups means them too, by `/Kind`. */
function permitsKind(permits: Matcher, { group, kind }: ObjectKey): boolean {
  return permits(`${group}/${kind}`) || (group === '' && permits(kind))
}

type Matcher = (text: string) => boolean

function matcher(globs: readonly string[]): Matcher {
  const patterns = globs.flatMap((pattern) => glob(pattern) ?? [])
  return (text) => patterns.some((pattern) => pattern.matches(text))
}
