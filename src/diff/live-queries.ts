import { type Discovery, preferredResource, resourceOf } from '../cluster/discovery.ts'
import type { LiveStateQuery } from '../cluster/live-state.ts'
import { groupOf, type ObjectKey, versionOf } from '../kube/object-key.ts'
import type { Permit } from '../policy/permit.ts'
import type { Desired } from './desired-objects.ts'

/**
 * What has to be listed to compare an application: the kinds that it renders, in the versions of its manifests, and
 * those that its inventory holds, each in the namespaces where it has any. Kinds that the cluster does not serve are
 * left out, and so is what it renders and may not write: it would learn what is there.
 */
export function liveStateQueries(
  desired: Desired,
  discovery: Discovery,
  inventory: readonly { readonly key: ObjectKey }[],
  permit: Permit,
): readonly LiveStateQuery[] {
  const rendered = desired.objects.flatMap(({ key, namespaced, manifest: { apiVersion, kind } }) => {
    if (permit(key, namespaced) !== undefined) return []
    const type = resourceOf(discovery, groupOf(apiVersion), versionOf(apiVersion), kind)
    return type === undefined ? [] : [{ type, namespace: key.namespace }]
  })
  const seen = new Set(rendered.map(({ type, namespace }) => placeOf({ ...type, namespace })))
  const recorded = inventory
    .filter(({ key }) => !seen.has(placeOf(key)))
    .flatMap(({ key }) => {
      const type = preferredResource(discovery, key.group, key.kind)
      return type === undefined ? [] : [{ type, namespace: key.namespace }]
    })
  return distinct([...rendered, ...recorded])
}

function distinct(queries: readonly Required<LiveStateQuery>[]): readonly LiveStateQuery[] {
  const byPlace = new Map(
    queries.map((query) => {
      const { type, namespace } = query
      return [`${type.version} ${placeOf({ ...type, namespace })}`, query]
    }),
  )
  return [...byPlace.values()]
}

function placeOf({ group, kind, namespace }: Omit<ObjectKey, 'name'>): string {
  return `${group}/${kind} ${namespace}`
}
