import { expect } from 'vitest'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import { type ResourceType, resourceOf } from '../../src/cluster/discovery.ts'
import {
  applyObject,
  createObject,
  deleteObject,
  getObject,
  type ListOptions,
  listObjects,
  type ObjectAddress,
  patchObject,
  updateObject,
} from '../../src/cluster/requests.ts'
import type { Json, JsonObject } from '../../src/kube/json.ts'
import type { LiveObject, ManagedFieldsEntry, Manifest, StringMap } from '../../src/kube/manifest.ts'
import { compareText, groupOf, versionOf } from '../../src/kube/object-key.ts'

export interface RawRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: Json
  /** JSON unless told. */
  readonly type?: string
  readonly accept?: string
}

/** What a suite needs of a cluster: all cases share it, each in a namespace of its own. */
export interface ClusterUnderTest {
  /** May do everything. */
  readonly cluster: Cluster
  /** Another user of the same server, `limited`, with no right but those that a case binds to it. */
  readonly limited: Cluster
  /** Nobody: its token is unknown to the server. */
  readonly stranger: Cluster
  /** A GET as the administrator, beside the adapter: `/api/v1/pods`, as the `accept` header says. */
  readonly ask: (path: string, accept: string) => Promise<{ readonly status: number; readonly body: unknown }>
  /** Any request as the administrator, beside the adapter. */
  readonly send: (request: RawRequest) => Promise<{ readonly status: number; readonly body: unknown }>
  /** How many HTTP requests `cluster` made so far. */
  readonly requests: () => number
  /** Returns when the claim holds, however time passes there. */
  readonly eventually: (claim: () => Promise<boolean>) => Promise<void>
  /** Makes every list older than now impossible to continue. */
  readonly expireLists: () => Promise<void>
  readonly close: () => Promise<void>
}

/** One recorded fact: its name says what the real API server does. */
export interface ClusterCase {
  readonly fact: string
  readonly run: (context: CaseContext) => Promise<void>
}

export interface ApplyChoice {
  readonly by?: string
  readonly force?: boolean
  readonly dryRun?: boolean
}

export class CaseContext {
  readonly under: ClusterUnderTest
  readonly cluster: Cluster
  readonly namespace: string

  constructor(under: ClusterUnderTest, namespace: string, cluster: Cluster = under.cluster) {
    this.under = under
    this.namespace = namespace
    this.cluster = cluster
  }

  /** The same case through another user. */
  as(cluster: Cluster): CaseContext {
    return new CaseContext(this.under, this.namespace, cluster)
  }

  async type(apiVersion: string, kind: string): Promise<ResourceType> {
    const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)]
    const known = resourceOf(await this.under.cluster.discovery(), group, version, kind)
    if (known !== undefined) return known
    const fresh = resourceOf(await this.under.cluster.discovery('fresh'), group, version, kind)
    if (fresh === undefined) throw new Error(`the server knows no ${apiVersion} ${kind}`)
    return fresh
  }

  async address(apiVersion: string, kind: string, name: string): Promise<ObjectAddress> {
    return { type: await this.type(apiVersion, kind), namespace: this.namespace, name }
  }

  async apply(manifest: Manifest, { by = 'plumbline', ...options }: ApplyChoice = {}): Promise<LiveObject> {
    const type = await this.type(manifest.apiVersion, manifest.kind)
    return applyObject(this.cluster, type, this.placed(manifest, type), { fieldManager: by, ...options })
  }

  async create(manifest: Manifest, options: Omit<ApplyChoice, 'force'> = {}): Promise<LiveObject> {
    const { by = 'creator', ...rest } = options
    const type = await this.type(manifest.apiVersion, manifest.kind)
    return createObject(this.cluster, type, this.placed(manifest, type), { fieldManager: by, ...rest })
  }

  async update(
    manifest: Manifest,
    options: { readonly by?: string; readonly subresource?: 'status' | 'scale' } = {},
  ): Promise<LiveObject> {
    const { by = 'updater', ...rest } = options
    const type = await this.type(manifest.apiVersion, manifest.kind)
    return updateObject(this.cluster, type, this.placed(manifest, type), { fieldManager: by, ...rest })
  }

  async patch(
    object: LiveObject | Manifest,
    patch: JsonObject | readonly JsonObject[],
    options: { readonly by?: string; readonly subresource?: 'status' | 'scale' } = {},
  ): Promise<LiveObject> {
    const { by = 'patcher', ...rest } = options
    return patchObject(this.cluster, await this.addressOf(object), patch, { fieldManager: by, ...rest })
  }

  async read(object: LiveObject | Manifest): Promise<LiveObject> {
    const live = await this.find(object)
    if (live === undefined) throw new Error(`no ${object.kind} ${object.metadata.name}`)
    return live
  }

  async find(object: LiveObject | Manifest): Promise<LiveObject | undefined> {
    return getObject(this.cluster, await this.addressOf(object))
  }

  async list(apiVersion: string, kind: string, options: ListOptions = {}): Promise<readonly LiveObject[]> {
    return listObjects(this.cluster, await this.type(apiVersion, kind), this.namespace, options)
  }

  async delete(
    object: LiveObject | Manifest,
    options: Parameters<typeof deleteObject>[2] = {},
  ): Promise<void> {
    await deleteObject(this.cluster, await this.addressOf(object), options)
  }

  async gone(object: LiveObject | Manifest): Promise<void> {
    await this.under.eventually(async () => (await this.find(object)) === undefined)
  }

  private async addressOf(object: LiveObject | Manifest): Promise<ObjectAddress> {
    return this.address(object.apiVersion, object.kind, object.metadata.name ?? '')
  }

  private placed(manifest: Manifest, type: ResourceType): Manifest {
    if (!type.namespaced || manifest.metadata.namespace !== undefined) return manifest
    return { ...manifest, metadata: { ...manifest.metadata, namespace: this.namespace } }
  }
}

/** The refusal that is expected: anything else fails the case. */
export async function refusal(attempt: Promise<unknown>): Promise<ClusterError> {
  const error: unknown = await attempt.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ClusterError)) throw error
  return error
}

/** The fields that a refusal names, sorted. */
export function fieldsOf(error: ClusterError): readonly string[] {
  return error.causes.map(({ field = '' }) => field).toSorted(compareText)
}

/** What a manager owns, as `fieldsV1`; undefined when it has no such entry. */
export function owned(
  object: LiveObject,
  manager: string,
  operation: 'Apply' | 'Update' = 'Apply',
  subresource?: string,
): ManagedFieldsEntry['fieldsV1'] {
  return entryOf(object, manager, operation, subresource)?.fieldsV1
}

export function entryOf(
  object: LiveObject,
  manager: string,
  operation: 'Apply' | 'Update' = 'Apply',
  subresource?: string,
): ManagedFieldsEntry | undefined {
  return object.metadata.managedFields?.find(
    (entry) =>
      entry.manager === manager && entry.operation === operation && entry.subresource === subresource,
  )
}

export function firstContainer(workload: LiveObject): unknown {
  return at(workload, 'spec', 'template', 'spec', 'containers', 0)
}

export function managersOf(object: LiveObject): readonly string[] {
  return (object.metadata.managedFields ?? []).map((entry) =>
    [entry.manager, entry.operation, entry.subresource].filter((part) => part !== undefined).join(' '),
  )
}

export function configMap(name: string, data?: StringMap): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...(data === undefined ? {} : { data }) }
}

/** A Deployment of one container; `spec` and `container` are laid over it. */
export function deployment(name: string, spec: JsonObject = {}, container: JsonObject = {}): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'web', image: 'example.test/web:1', ...container }] },
      },
      ...spec,
    },
  }
}

/** Looks into a live object: `at(deployment, 'spec', 'replicas')`; a number takes the item of a list. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (typeof inner !== 'object' || inner === null) return undefined
    return Object.entries(inner).find(([key]) => key === String(step))?.[1]
  }, value)
}

export function expectUnchanged(before: LiveObject, after: LiveObject): void {
  expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion)
  expect(after.metadata.managedFields).toEqual(before.metadata.managedFields)
}
