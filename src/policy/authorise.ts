import type { Application } from '../apps/application.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import { glob } from '../kube/regexp.ts'
import type { Allow } from '../settings.ts'

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
 * The one guard of every write: undefined when it is permitted, else why not, in Argo CD's words (reference argocd
 * section 12). An empty list permits nothing.
 */
export function authorise({ application, allow, key, namespaced }: WriteRequest): string | undefined {
  const kind = `${key.group}:${key.kind}`
  const { project } = application
  const kinds = namespaced ? allow.namespacedKinds : allow.clusterKinds
  if (!permits(kinds, kindName(key))) return `resource ${kind} is not permitted in project ${project}`
  const namespace = namespaceOf(key, namespaced)
  if (namespace === undefined) return undefined
  if (namespace === '') return `Namespace for ${key.name} ${kind} is missing.`
  if (namespace === recordNamespace) return `namespace ${namespace} holds the records of all applications`
  if (!permits(allow.namespaces, namespace))
    return `namespace ${namespace} is not permitted in project '${project}'`
  return undefined
}

/** The guard of one application's writes, as plan and sync ask it. */
export function permitFor(
  application: Application,
  allow: Allow,
): (key: ObjectKey, namespaced: boolean) => string | undefined {
  return (key, namespaced) => authorise({ application, allow, key, namespaced })
}

/** A Namespace is itself one of the namespaces that are permitted or not. */
function namespaceOf(key: ObjectKey, namespaced: boolean): string | undefined {
  if (namespaced) return key.namespace
  return key.group === '' && key.kind === 'Namespace' ? key.name : undefined
}

function kindName({ group, kind }: ObjectKey): string {
  return group === '' ? kind : `${group}/${kind}`
}

function permits(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => pattern === text || glob(pattern)?.matches(text) === true)
}
