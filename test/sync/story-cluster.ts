import type { Cluster, ClusterRequest } from '../../src/cluster/cluster.ts'
import { ClusterError, type ClusterErrorCode } from '../../src/cluster/cluster-error.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import type { LiveMap, Manifest } from '../../src/kube/manifest.ts'
import type { KubeObject } from '../../src/sandbox/api-server/object.ts'
import { openSandboxCluster, type SandboxCluster } from '../support/sandbox-cluster.ts'

export interface Traced {
  readonly instance: string
  readonly request: ClusterRequest
  readonly refused?: ClusterErrorCode
}

/** Called around every request of an instance; what it throws is what the instance sees. */
export type Intercept = (
  instance: string,
  request: ClusterRequest,
  serve: () => Promise<LiveMap>,
) => Promise<LiveMap>

const tables: Readonly<Record<string, string>> = {
  namespaces: '/namespaces',
  configmaps: '/configmaps',
  services: '/services',
  deployments: 'apps/deployments',
  jobs: 'batch/jobs',
  leases: 'coordination.k8s.io/leases',
  widgets: 'example.org/widgets',
  customresourcedefinitions: 'apiextensions.k8s.io/customresourcedefinitions',
}

/** The sandbox as several instances of the product see it: each over an adapter of its own, every request traced. */
export class StoryCluster {
  readonly trace: Traced[] = []
  /** Every Job that was ever there, by uid: what ran, whatever answers were lost. */
  readonly jobs: Map<string, KubeObject> = new Map()
  intercept: Intercept = (_, __, serve) => serve()
  readonly #sandbox: SandboxCluster
  readonly #open = new Map<string, Cluster>()

  static async begin(): Promise<StoryCluster> {
    const story = new StoryCluster(openSandboxCluster({ server: { crdDelayMs: 3000 } }))
    await story.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
    return story
  }

  private constructor(sandbox: SandboxCluster) {
    this.#sandbox = sandbox
  }

  /** Milliseconds of Unix time. */
  get now(): number {
    return this.#sandbox.clock.now()
  }

  pass(seconds: number): void {
    this.#sandbox.clock.advance(seconds * 1000)
  }

  /** Breaks the connection of the k-th HTTP request that writes, counted from now and from 1. */
  breakWrite(k: number, fate: 'drop-before' | 'drop-after'): void {
    let writes = 0
    this.#sandbox.server.intercept(({ write }) => (write !== undefined && ++writes === k ? fate : 'pass'))
  }

  as(instance: string): Cluster {
    const known = this.#open.get(instance)
    if (known !== undefined) return known
    const cluster = this.#sandbox.open()
    const traced: Cluster = {
      name: cluster.name,
      send: (request) => this.intercept(instance, request, () => this.#trace(instance, request, cluster)),
      discovery: (freshness) => cluster.discovery(freshness),
      openApi: (group, version) => cluster.openApi(group, version),
    }
    this.#open.set(instance, traced)
    return traced
  }

  async #trace(instance: string, request: ClusterRequest, cluster: Cluster): Promise<LiveMap> {
    try {
      const answer = await cluster.send(request)
      this.trace.push({ instance, request })
      return answer
    } catch (error) {
      if (error instanceof ClusterError) this.trace.push({ instance, request, refused: error.code })
      throw error
    } finally {
      for (const job of this.all('jobs')) this.jobs.set(job.metadata.uid, job)
    }
  }

  /** Creates an object as somebody else. */
  async put(manifest: Manifest, fieldManager = 'somebody'): Promise<void> {
    const { kind, apiVersion, metadata } = manifest
    const { resources } = await this.#sandbox.cluster.discovery()
    const type = resources.find((known) => known.kind === kind)
    if (type === undefined) throw new Error(`no such kind: ${apiVersion} ${kind}`)
    const { group, version, resource } = type
    const place = type.namespaced ? { namespace: metadata.namespace ?? 'shop' } : {}
    const options = { fieldManager }
    await this.#sandbox.cluster.send({
      verb: 'create',
      group,
      version,
      resource,
      ...place,
      options,
      body: manifest,
    })
  }

  find(resource: string, name: string, namespace = 'shop'): KubeObject | undefined {
    return this.all(resource, namespace === '' ? undefined : namespace).find(
      ({ metadata }) => metadata.name === name,
    )
  }

  all(resource: string, namespace?: string): readonly KubeObject[] {
    return this.#sandbox.server.kernel.store.list(tables[resource] ?? resource, namespace)
  }

  /** What a hand in the store does: no admission, no manager, no finalizer. */
  overwrite(resource: string, object: KubeObject, changes: JsonObject): void {
    const { namespace = '', name } = object.metadata
    this.#sandbox.server.kernel.store.put(
      { table: tables[resource] ?? resource, namespace, name },
      { ...object, ...changes },
    )
  }

  remove(resource: string, name: string, namespace = 'shop'): void {
    this.#sandbox.server.kernel.store.remove({ table: tables[resource] ?? resource, namespace, name })
  }
}
