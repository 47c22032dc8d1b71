import { type Discovery, preferredResource, resourceOf } from '../cluster/discovery.ts'
import type { UnreadableList } from '../cluster/live-state.ts'
import type { Manifest } from '../kube/manifest.ts'
import { groupOf, versionOf } from '../kube/object-key.ts'
import type { Permit } from '../policy/permit.ts'
import { about } from './compare-object.ts'
import type { Rejected, Unverified } from './comparison.ts'
import { isKindOf } from './custom-kinds.ts'
import type { Desired, DesiredObject } from './desired-objects.ts'
import { syncOption } from './sync-option.ts'

export interface Surroundings {
  readonly discovery: Discovery
  readonly unreadable: readonly UnreadableList[]
  /** CustomResourceDefinitions that come with the application. */
  readonly definitions: readonly Manifest[]
  readonly permit: Permit
  readonly desired: Pick<Desired, 'application'>
}

/** Why an object cannot be compared at all, or undefined where it can. */
export function whyUnplaceable(
  object: DesiredObject,
  surroundings: Surroundings,
): Rejected | Unverified | undefined {
  return (
    incomplete(object) ??
    unserved(object, surroundings) ??
    notPermitted(object, surroundings) ??
    unlisted(object, surroundings)
  )
}

function incomplete(object: DesiredObject): Rejected | undefined {
  const { key, namespaced } = object
  if (key.name === '') {
    const remedy = 'give it metadata.name; only hooks have generated names'
    return rejected(object, 'invalid', 'metadata.name', 'it has no name', remedy)
  }
  if (namespaced && key.namespace === '') {
    const remedy = 'name one, or give the application a destination namespace'
    return rejected(object, 'invalid', 'metadata.namespace', 'it has no namespace', remedy)
  }
  return undefined
}

function unserved(
  object: DesiredObject,
  { discovery, definitions, desired: { application } }: Surroundings,
): Rejected | Unverified | undefined {
  const { apiVersion, kind } = object.manifest
  const group = groupOf(apiVersion)
  if (resourceOf(discovery, group, versionOf(apiVersion), kind) !== undefined) return undefined
  if (discovery.staleGroups.includes(group)) {
    return unverified(object, 'unreachable', `the API group ${group} does not answer`, 'unknown')
  }
  const other = preferredResource(discovery, group, kind)
  if (definitions.some((one) => isKindOf(one, object.manifest))) {
    const live = other === undefined ? 'no' : 'unknown'
    return unverified(object, 'kind-in-plan', 'its kind comes with this plan', live)
  }
  const { options } = application.syncPolicy
  if (other === undefined && syncOption('SkipDryRunOnMissingResource', options, object.manifest) === 'true') {
    return unverified(object, 'kind-in-plan', 'its kind is not there yet; it is waited for', 'no')
  }
  const what = `the cluster does not serve ${kind} in version ${apiVersion}`
  const remedy =
    other === undefined ? 'install its CRD, or correct apiVersion and kind' : `use version ${other.version}`
  return rejected(object, 'unknown-kind', 'apiVersion', what, remedy)
}

/** Whoever could compare what they may not write would read it, guess by guess. */
function notPermitted(object: DesiredObject, { permit }: Surroundings): Unverified | undefined {
  const refusal = permit(object.key, object.namespaced)
  return refusal === undefined ? undefined : unverified(object, 'not-permitted', refusal, 'unknown')
}

function unlisted(object: DesiredObject, { unreadable }: Surroundings): Unverified | undefined {
  const { group, kind, namespace } = object.key
  const failed = unreadable.find(
    (list) =>
      list.type.group === group &&
      list.type.kind === kind &&
      (list.namespace === '' || list.namespace === namespace),
  )
  return failed && unverified(object, 'not-listed', failed.error.message, 'unknown')
}

function rejected(
  object: DesiredObject,
  reason: Rejected['reason'],
  field: string,
  message: string,
  remedy: string,
): Rejected {
  return { kind: 'rejected', ...about(object), reason, field, message, remedy }
}

export function unverified(
  object: DesiredObject,
  reason: Unverified['reason'],
  message: string,
  live: Unverified['live'],
): Unverified {
  return { kind: 'unverified', ...about(object), reason, message, live, fields: [] }
}
