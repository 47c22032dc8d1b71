import { trackingIdAnnotation } from './annotations.ts'
import { getOwn } from './json.ts'
import type { LiveObject, Manifest } from './manifest.ts'
import { keyOf, type ObjectKey } from './object-key.ts'

/** What `argocd.argoproj.io/tracking-id` says: the application, and the object it was written on. */
export interface TrackingId {
  readonly application: string
  /** Its namespace is the destination's where the object has none of its own. */
  readonly key: ObjectKey
}

/**
 * `app:group/Kind:namespace/name`. Argo CD gives cluster-scoped objects the application's namespace, so we do too.
 * Source: argoproj/argo-cd util/argo/resource_tracking.go.
 */
export function formatTrackingId(application: string, key: ObjectKey, destinationNamespace: string): string {
  const namespace = key.namespace === '' ? destinationNamespace : key.namespace
  return `${application}:${key.group}/${key.kind}:${namespace}/${key.name}`
}

/** The label that Argo CD marks objects with where it is told to: instead of the annotation, or beside it. */
export interface TrackingLabel {
  readonly key: string
  readonly method: 'label' | 'annotation+label'
}

/**
 * A label's value has room for 63 characters, which Argo CD cuts to only where the label is not what counts. Source:
 * argoproj/argo-cd util/argo/resource_tracking.go.
 */
export function trackingLabelValue(application: string, { method }: TrackingLabel): string {
  if (method === 'label' || application.length <= 63) return application
  return application.slice(0, 63).replace(/[^A-Za-z0-9]+$/, '')
}

/** The application that an object's label speaks of, where the label is what counts and the object bears no mark. */
export function labelledFor(
  live: LiveObject,
  { trackingLabel }: { readonly trackingLabel?: TrackingLabel },
): string | undefined {
  if (trackingLabel?.method !== 'label' || trackingIdOf(live) !== undefined) return undefined
  const value: unknown = getOwn(live.metadata.labels ?? {}, trackingLabel.key)
  return typeof value === 'string' ? value : undefined
}

/** Undefined for a text that is no tracking id. Names may hold colons, as RBAC names do. */
export function parseTrackingId(text: string): TrackingId | undefined {
  const first = text.indexOf(':')
  const second = text.indexOf(':', first + 1)
  if (first < 0 || second < 0) return undefined
  const groupKind = halves(text.slice(first + 1, second))
  const namespaceName = halves(text.slice(second + 1))
  if (!groupKind || !namespaceName) return undefined
  const [group, kind] = groupKind
  const [namespace, name] = namespaceName
  return { application: text.slice(0, first), key: { group, kind, namespace, name } }
}

export function trackingIdOf(object: Manifest | LiveObject): TrackingId | undefined {
  const text = getOwn(object.metadata.annotations ?? {}, trackingIdAnnotation)
  return typeof text === 'string' ? parseTrackingId(text) : undefined
}

/**
 * The copy guard: whether a tracking id was written on this very object and not carried here by a copy. An object
 * without a namespace of its own is not asked for the one in its id.
 */
export function describesItself(id: TrackingId, object: Manifest | LiveObject): boolean {
  const own = keyOf(object)
  const { key } = id
  const isInPlace = own.namespace === '' || own.namespace === key.namespace
  return isInPlace && own.group === key.group && own.kind === key.kind && own.name === key.name
}

/** The application whose mark a live object bears, if the mark was written on it. */
export function markOf(live: LiveObject | undefined): string | undefined {
  const id = live && trackingIdOf(live)
  return live !== undefined && id !== undefined && describesItself(id, live) ? id.application : undefined
}

function halves(text: string): readonly [string, string] | undefined {
  const [before, after, ...more] = text.split('/', 3)
  return before === undefined || after === undefined || more.length > 0 ? undefined : [before, after]
}
