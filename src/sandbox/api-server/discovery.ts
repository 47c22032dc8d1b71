import { sha256 } from '@noble/hashes/sha2.js'
import type { Json, JsonObject } from '../../kube/json.ts'
import { groupVersionOf, type Subresource, verbsOf } from './kinds/resource-kind.ts'
import type { ServedKind } from './kinds/served-kind.ts'

interface GroupVersion {
  readonly group: string
  readonly version: string
  readonly kinds: readonly ServedKind[]
}

const subresourceVerbs = ['get', 'patch', 'update']

/** The group-versions in the order in which they are served; the first of a group is preferred. */
function groupVersions(kinds: readonly ServedKind[]): readonly GroupVersion[] {
  const found = new Map<string, { group: string; version: string; kinds: ServedKind[] }>()
  for (const kind of kinds) {
    const key = groupVersionOf(kind)
    const known = found.get(key)
    if (known === undefined) found.set(key, { group: kind.group, version: kind.version, kinds: [kind] })
    else known.kinds.push(kind)
  }
  return [...found.values()]
}

function groupsOf(kinds: readonly ServedKind[]): ReadonlyMap<string, readonly GroupVersion[]> {
  const groups = new Map<string, GroupVersion[]>()
  for (const one of groupVersions(kinds)) {
    if (one.group === '') continue
    groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  }
  return groups
}

export function coreVersions(): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'sandbox' }],
  }
}

export function groupList(kinds: readonly ServedKind[]): JsonObject {
  const groups = [...groupsOf(kinds)].map(([name, versions]) => groupBody(name, versions))
  return { kind: 'APIGroupList', apiVersion: 'v1', groups }
}

/** Undefined for a group that is not served. */
export function oneGroup(kinds: readonly ServedKind[], name: string): JsonObject | undefined {
  const versions = groupsOf(kinds).get(name)
  return versions && { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(name, versions) }
}

function groupBody(name: string, versions: readonly GroupVersion[]): JsonObject {
  const bodies = versions.map((one) => ({ groupVersion: groupVersionOf(one), version: one.version }))
  return { name, versions: bodies, preferredVersion: bodies[0] ?? {} }
}

/** Undefined for a group-version that is not served. */
export function resourceList(
  kinds: readonly ServedKind[],
  group: string,
  version: string,
): JsonObject | undefined {
  const found = groupVersions(kinds).find((one) => one.group === group && one.version === version)
  if (found === undefined) return undefined
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: groupVersionOf(found),
    resources: found.kinds.flatMap((kind) => [
      resourceBody(kind),
      ...kind.subresources.toSorted(bySeat(kind)).map((name) => subresourceBody(kind, name)),
    ]),
  }
}

/** Custom kinds show status before scale, built-in ones sort by name. */
function bySeat(kind: ServedKind): (a: Subresource, b: Subresource) => number {
  const sign = kind.custom === undefined ? 1 : -1
  return (a, b) => (a < b ? -sign : sign)
}

function resourceBody(kind: ServedKind): JsonObject {
  return {
    name: kind.resource,
    singularName: kind.singular,
    namespaced: kind.namespaced,
    kind: kind.kind,
    verbs: kind.custom === undefined ? verbsOf(kind) : customVerbs,
    ...(kind.shortNames.length === 0 ? {} : { shortNames: kind.shortNames }),
    ...(kind.categories.length === 0 ? {} : { categories: kind.categories }),
    storageVersionHash: storageVersionHash(kind),
  }
}

const customVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']

/** Source: k8s.io/apiserver pkg/endpoints/discovery/storageversionhash.go. */
function storageVersionHash({ group, version, kind }: ServedKind): string {
  const digest = sha256(new TextEncoder().encode(`${group}/${version}/${kind}`))
  return btoa(String.fromCharCode(...digest.slice(0, 8)))
}

function subresourceBody(kind: ServedKind, name: Subresource): JsonObject {
  const scale = name === 'scale' ? { group: 'autoscaling', version: 'v1' } : {}
  return {
    name: `${kind.resource}/${name}`,
    singularName: '',
    namespaced: kind.namespaced,
    ...scale,
    kind: name === 'scale' ? 'Scale' : kind.kind,
    verbs: subresourceVerbs,
  }
}

/**
 * Everything in one document, of the core group or of the others. A group named in `stale` could not be asked just now.
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/#aggregated-discovery
 */
export function aggregatedDiscovery(
  kinds: readonly ServedKind[],
  isCore: boolean,
  stale: ReadonlySet<string>,
): JsonObject {
  const chosen = kinds.filter((kind) => (kind.group === '') === isCore)
  const groups = isCore ? new Map([['', groupVersions(chosen)]]) : groupsOf(chosen)
  const items = [...groups].map(([name, versions]): Json => {
    const isStale = stale.has(name)
    return {
      metadata: name === '' ? {} : { name },
      versions: versions.map(({ version, kinds: served }) => ({
        version,
        resources: isStale ? [] : served.map(aggregatedResource),
        freshness: isStale ? 'Stale' : 'Current',
      })),
    }
  })
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items }
}

function aggregatedResource(kind: ServedKind): JsonObject {
  const { group, version } = kind.custom === undefined ? { group: '', version: '' } : kind
  const subresources = kind.subresources.toSorted(bySeat(kind)).map((subresource) => ({
    subresource,
    responseKind:
      subresource === 'scale'
        ? { group: 'autoscaling', version: 'v1', kind: 'Scale' }
        : { group, version, kind: kind.kind },
    verbs: subresourceVerbs,
  }))
  return {
    resource: kind.resource,
    responseKind: { group, version, kind: kind.kind },
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: verbsOf(kind),
    ...(kind.shortNames.length === 0 ? {} : { shortNames: kind.shortNames }),
    ...(kind.categories.length === 0 ? {} : { categories: kind.categories }),
    ...(subresources.length === 0 ? {} : { subresources }),
  }
}
