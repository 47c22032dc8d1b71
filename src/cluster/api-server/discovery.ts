import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { ClusterError } from '../cluster-error.ts'
import type { Discovery, ResourceType } from '../discovery.ts'
import { malformed } from '../live-object.ts'
import type { Answer } from './exchange.ts'

/** GET of a path with an Accept header, conditional where an ETag is given. */
export type Get = (path: string, accept: string, etag?: string | null) => Promise<Answer>

const aggregated = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',')
const accept = `${aggregated},application/json`

interface Part extends Discovery {
  readonly etag: string | null
}

/**
 * Reads what the server serves: two conditional requests where it knows aggregated discovery, one per group-version
 * where it does not. https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function createDiscovery(get: Get): (freshness: 'cached' | 'fresh') => Promise<Discovery> {
  let parts: readonly Part[] = []
  let known: Promise<Discovery> | undefined
  const read = async (): Promise<Discovery> => {
    parts = await Promise.all(['/api', '/apis'].map((path, index) => readPart(get, path, parts[index])))
    return {
      resources: parts.flatMap((part) => part.resources),
      staleGroups: parts.flatMap((part) => part.staleGroups),
    }
  }
  return (freshness) => {
    if (known !== undefined && freshness === 'cached') return known
    const reading = read()
    known = reading
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }
}

async function readPart(get: Get, path: string, before: Part | undefined): Promise<Part> {
  const answer = await get(path, accept, before?.etag).catch((error: unknown) => {
    throw isUnserved(error) ? malformed(`nothing answers ${path}`) : error
  })
  if (answer.status === 304 && before !== undefined) return before
  const { body, etag } = answer
  if (isA(body, 'APIGroupDiscoveryList', 'items')) return { ...readAggregated(body), etag }
  const versions = path === '/api' ? coreVersions(body) : groupVersions(body)
  if (versions === undefined) throw malformed(`the answer to ${path} is no discovery`)
  return { ...(await readEach(get, versions)), etag: null }
}

function readAggregated(body: JsonObject): Discovery {
  const versions = objectsIn(body.items).flatMap((group) => {
    const metadata = isJsonObject(group.metadata) ? group.metadata : {}
    return objectsIn(group.versions).map((version) => ({ group: textOf(metadata.name), version }))
  })
  return {
    resources: versions.flatMap(({ group, version }) =>
      objectsIn(version.resources).flatMap((resource) =>
        aggregatedResource(group, textOf(version.version), resource),
      ),
    ),
    staleGroups: distinct(
      versions.filter(({ version }) => version.freshness === 'Stale').map(({ group }) => group),
    ),
  }
}

function aggregatedResource(group: string, version: string, resource: JsonObject): readonly ResourceType[] {
  const kind = isJsonObject(resource.responseKind) ? textOf(resource.responseKind.kind) : ''
  const plural = textOf(resource.resource)
  if (kind === '' || plural === '') return []
  const namespaced = resource.scope === 'Namespaced'
  return [{ group, version, kind, resource: plural, namespaced, verbs: textsIn(resource.verbs) }]
}

interface GroupVersion {
  readonly group: string
  readonly version: string
}

/** Undefined where the answer is something else: that is no server without kinds. */
function coreVersions(body: JsonObject): readonly GroupVersion[] | undefined {
  if (!isA(body, 'APIVersions', 'versions')) return undefined
  return textsIn(body.versions).map((version) => ({ group: '', version }))
}

/** The preferred version first, the others in the server's order; undefined where the answer is something else. */
function groupVersions(body: JsonObject): readonly GroupVersion[] | undefined {
  if (!isA(body, 'APIGroupList', 'groups')) return undefined
  return objectsIn(body.groups).flatMap((group) => {
    const preferred = isJsonObject(group.preferredVersion) ? textOf(group.preferredVersion.version) : ''
    const versions = objectsIn(group.versions).map((version) => textOf(version.version))
    const ordered = distinct([preferred, ...versions]).filter((version) => version !== '')
    return ordered.map((version) => ({ group: textOf(group.name), version }))
  })
}

async function readEach(get: Get, versions: readonly GroupVersion[]): Promise<Discovery> {
  const answers = await Promise.all(
    versions.map(async (one) => ({ one, resources: await readGroupVersion(get, one) })),
  )
  return {
    resources: answers.flatMap(({ resources }) => resources ?? []),
    staleGroups: distinct(
      answers.filter(({ resources }) => resources === undefined).map(({ one }) => one.group),
    ),
  }
}

/** Undefined where a group cannot be asked just now: its API server may be down, which must not fail the others. */
async function readGroupVersion(
  get: Get,
  { group, version }: GroupVersion,
): Promise<readonly ResourceType[] | undefined> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  try {
    const { body } = await get(path, 'application/json')
    return isA(body, 'APIResourceList', 'resources') ? resourcesIn(body, group, version) : undefined
  } catch {
    return undefined
  }
}

function resourcesIn(body: JsonObject, group: string, version: string): readonly ResourceType[] {
  return objectsIn(body.resources)
    .filter((resource) => !textOf(resource.name).includes('/'))
    .map((resource) => ({
      group,
      version,
      kind: textOf(resource.kind),
      resource: textOf(resource.name),
      namespaced: resource.namespaced === true,
      verbs: textsIn(resource.verbs),
    }))
}

/** An empty list may be null, as Go writes it. */
function isA(body: JsonObject, kind: string, field: string): boolean {
  const list = body[field]
  return body.kind === kind && (list === null || (list !== undefined && isList(list)))
}

/** Whoever has no discovery is no API server. */
function isUnserved(error: unknown): boolean {
  return error instanceof ClusterError && error.code === 'unknown-kind'
}

/** What is left out here would be taken for a kind that the cluster does not serve. */
function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value).map((one) => (isJsonObject(one) ? one : fail()))
}

function textsIn(value: Json | undefined): readonly string[] {
  return listIn(value).map((one) => (typeof one === 'string' ? one : fail()))
}

/** An empty list may be null, as Go writes it, or left out. */
function listIn(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  return isList(value) ? value : fail()
}

function fail(): never {
  throw malformed('the discovery holds what is none')
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)]
}
