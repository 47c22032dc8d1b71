import type { Cluster, ClusterRequest } from '../../src/cluster/cluster.ts'
import { ClusterError, type ClusterErrorCode } from '../../src/cluster/cluster-error.ts'
import type { ResourceType } from '../../src/cluster/discovery.ts'
import type { LiveMap } from '../../src/kube/manifest.ts'

type Box = Record<string, unknown>

interface Meta extends Box {
  name: string
  namespace?: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
  deletionTimestamp?: string
  finalizers?: string[]
  annotations?: Record<string, string>
  labels?: Record<string, string>
}

export interface Stored extends Box {
  apiVersion: string
  kind: string
  metadata: Meta
}

interface Fresh extends Box {
  apiVersion: string
  kind: string
  metadata: Partial<Meta> & { name: string }
}

export interface Traced {
  readonly instance: string
  readonly request: ClusterRequest
  readonly time: number
  /** Of the object that the request was about, once it was done. */
  readonly uid?: string
  readonly refused?: ClusterErrorCode
}

/** Called around every request of an instance; what it throws is what the instance sees. */
export type Intercept = (
  instance: string,
  request: ClusterRequest,
  serve: () => Promise<LiveMap>,
) => Promise<LiveMap>

const types: readonly ResourceType[] = [
  type('', 'v1', 'Namespace', 'namespaces', false),
  type('', 'v1', 'ConfigMap', 'configmaps', true),
  type('', 'v1', 'Service', 'services', true),
  type('apps', 'v1', 'Deployment', 'deployments', true),
  type('batch', 'v1', 'Job', 'jobs', true),
  type('coordination.k8s.io', 'v1', 'Lease', 'leases', true),
  type('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition', 'customresourcedefinitions', false),
]

function type(
  group: string,
  version: string,
  kind: string,
  resource: string,
  namespaced: boolean,
): ResourceType {
  return { group, version, kind, resource, namespaced, verbs: [] }
}

/** The little of an API server that a sync needs, with a virtual clock; Deployments and Jobs come to rest by themselves. */
export class TinyCluster {
  now: number
  readonly objects: Map<string, Stored> = new Map()
  readonly trace: Traced[] = []
  intercept: Intercept = (_, __, serve) => serve()
  /** Seconds from its creation, and how the Job ends then. */
  jobOutcome: (name: string) => { readonly after: number; readonly fails: boolean } = () => ({
    after: 20,
    fails: false,
  })
  /** Seconds after which an ended Job is deleted; undefined keeps it. */
  jobTtl: number | undefined
  /** Refuses an object by admission. */
  denies: (request: ClusterRequest) => boolean = () => false
  #counter = 0

  constructor(now: number) {
    this.now = now
    this.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }, 'namespaces')
  }

  as(instance: string): Cluster {
    return {
      name: 'tiny',
      send: (request) =>
        this.intercept(
          instance,
          request,
          async () => structuredClone(this.#serve(instance, request)) as LiveMap,
        ),
      discovery: async () => ({ resources: [...types, ...this.#customTypes()], staleGroups: [] }),
      openApi: async () => undefined,
    }
  }

  /** Puts an object there as somebody else. */
  put(object: Fresh, resource: string): Stored {
    const stored = this.#fresh(object)
    this.objects.set(path(resource, stored.metadata.namespace, stored.metadata.name), stored)
    return stored
  }

  find(resource: string, name: string, namespace = 'shop'): Stored | undefined {
    return (
      this.objects.get(path(resource, namespace, name)) ?? this.objects.get(path(resource, undefined, name))
    )
  }

  #fresh(object: Fresh): Stored {
    const stamp = {
      uid: `uid-${++this.#counter}`,
      resourceVersion: String(++this.#counter),
      creationTimestamp: new Date(this.now).toISOString(),
      generation: 1,
    }
    return structuredClone({ ...object, metadata: { ...object.metadata, ...stamp } })
  }

  #serve(instance: string, request: ClusterRequest): Box {
    try {
      this.#expireJobs()
      const answer = this.#answer(request)
      const uid = (answer.metadata as Meta | undefined)?.uid
      this.trace.push({ instance, request, time: this.now, ...(uid === undefined ? {} : { uid }) })
      return answer
    } catch (error) {
      if (error instanceof ClusterError) {
        this.trace.push({ instance, request, time: this.now, refused: error.code })
      }
      throw error
    }
  }

  #answer(request: ClusterRequest): Box {
    const { verb, resource, namespace, name = '' } = request
    if (Array.isArray(request.body)) return this.#jsonPatch(request)
    const body = request.body as (Box & { metadata: Partial<Meta> & { name: string } }) | undefined
    if (![...types, ...this.#customTypes()].some((known) => known.resource === resource))
      throw refuse('unknown-kind', 404)
    if (verb !== 'list' && verb !== 'get' && this.denies(request)) throw refuse('denied', 403)
    const where = path(resource, namespace, name === '' ? (body?.metadata.name ?? '') : name)
    const old = this.objects.get(where)
    switch (verb) {
      case 'list':
        return this.#list(request)
      case 'get':
        if (old === undefined) throw refuse('not-found', 404)
        return this.#live(old)
      case 'create':
        if (namespace !== undefined && !this.objects.has(path('namespaces', undefined, namespace)))
          throw refuse('not-found', 404)
        if (old !== undefined) throw refuse('already-exists', 409)
        return this.#write(request, where, this.#fresh(body as Stored))
      case 'apply': {
        if (old === undefined) return this.#write(request, where, this.#fresh(body as Stored))
        const merged = merge(old, body as Box) as Stored
        return same(merged, old) ? this.#live(old) : this.#write(request, where, this.#next(merged, old))
      }
      case 'update': {
        if (old === undefined) throw refuse('not-found', 404)
        const version = body?.metadata.resourceVersion
        if (version !== undefined && version !== old.metadata.resourceVersion) throw refuse('conflict', 409)
        return this.#write(request, where, this.#next(body as Stored, old))
      }
      case 'patch': {
        if (old === undefined) throw refuse('not-found', 404)
        const version = body?.metadata?.resourceVersion
        if (version !== undefined && version !== old.metadata.resourceVersion) throw refuse('conflict', 409)
        return this.#write(request, where, this.#next(merge(old, body as Box) as Stored, old))
      }
      case 'delete':
        return this.#delete(request, where, old)
    }
  }

  /** Replacements in metadata alone. */
  #jsonPatch({ resource, namespace, name = '', body }: ClusterRequest): Box {
    const old = this.objects.get(path(resource, namespace, name))
    if (old === undefined) throw refuse('not-found', 404)
    const changes = (body as readonly { path: string; value: unknown }[]).map(
      (change) => [change.path.replace('/metadata/', ''), change.value] as const,
    )
    const { resourceVersion, ...metadata } = Object.fromEntries(changes)
    if (resourceVersion !== old.metadata.resourceVersion) throw refuse('conflict', 409)
    const next = this.#next({ ...old, metadata: { ...old.metadata, ...metadata } }, old)
    this.objects.set(path(resource, namespace, name), next)
    return next
  }

  #next(object: Stored, old: Stored): Stored {
    const { uid, creationTimestamp, deletionTimestamp } = old.metadata
    const kept = { uid, creationTimestamp, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) }
    const metadata = { ...object.metadata, ...kept, resourceVersion: String(++this.#counter) }
    return structuredClone({ ...object, metadata }) as Stored
  }

  #write({ options }: ClusterRequest, where: string, object: Stored): Box {
    const time = new Date(Math.floor(this.now / 1000) * 1000).toISOString()
    const managedFields = [
      { manager: options?.fieldManager ?? 'x', operation: 'Apply', apiVersion: object.apiVersion, time },
    ]
    const stamped = { ...object, metadata: { ...object.metadata, managedFields } } as Stored
    if (options?.dryRun === true) return this.#live(stamped)
    const isGone =
      stamped.metadata.deletionTimestamp !== undefined && (stamped.metadata.finalizers ?? []).length === 0
    if (isGone) this.objects.delete(where)
    else this.objects.set(where, stamped)
    return this.#live(stamped)
  }

  #delete({ options }: ClusterRequest, where: string, old: Stored | undefined): Box {
    if (old === undefined) throw refuse('not-found', 404)
    const uid = options?.preconditions?.uid
    if (uid !== undefined && uid !== old.metadata.uid) throw refuse('conflict', 409)
    if ((old.metadata.finalizers ?? []).length === 0) this.objects.delete(where)
    else old.metadata.deletionTimestamp ??= new Date(this.now).toISOString()
    return old
  }

  #expireJobs(): void {
    for (const [where, job] of this.objects) {
      if (job.kind !== 'Job' || this.jobTtl === undefined) continue
      const age = (this.now - Date.parse(job.metadata.creationTimestamp)) / 1000
      if (age < this.jobOutcome(job.metadata.name).after + this.jobTtl) continue
      if ((job.metadata.finalizers ?? []).length === 0) this.objects.delete(where)
      else job.metadata.deletionTimestamp ??= new Date(this.now).toISOString()
    }
  }

  #list({ resource, namespace, options }: ClusterRequest): Box {
    const wanted = (options?.labelSelector ?? '').split(',').filter((part) => part !== '')
    const items = [...this.objects]
      .filter(([key]) =>
        key.startsWith(namespace === undefined ? `${resource} ` : `${resource} ${namespace}/`),
      )
      .map(([, object]) => object)
      .filter(({ metadata }) =>
        wanted.every((part) => metadata.labels?.[part.split('=')[0] ?? ''] === part.split('=')[1]),
      )
    return { apiVersion: 'v1', kind: 'List', metadata: {}, items: items.map((object) => this.#live(object)) }
  }

  /** The object with the status that its controllers would have given it by now. */
  #live(object: Stored): Box {
    const age = (this.now - Date.parse(object.metadata.creationTimestamp)) / 1000
    switch (object.kind) {
      case 'Job': {
        const { after, fails } = this.jobOutcome(object.metadata.name)
        const conditions =
          age < after ? [] : [{ type: fails ? 'Failed' : 'Complete', status: 'True', message: '' }]
        return { ...object, status: { conditions } }
      }
      case 'Deployment':
        return {
          ...object,
          status: {
            observedGeneration: 1,
            replicas: 1,
            updatedReplicas: 1,
            availableReplicas: age < 7 ? 0 : 1,
          },
        }
      case 'CustomResourceDefinition':
        return {
          ...object,
          status: {
            conditions: [{ type: 'Established', status: age < 3 ? 'False' : 'True', reason: 'Installing' }],
          },
        }
      default:
        return object
    }
  }

  #customTypes(): readonly ResourceType[] {
    return [...this.objects.values()]
      .filter(
        ({ kind, metadata }) =>
          kind === 'CustomResourceDefinition' && this.now - Date.parse(metadata.creationTimestamp) >= 4000,
      )
      .map(({ metadata }) => {
        const [plural = '', ...group] = metadata.name.split('.')
        return type(group.join('.'), 'v1', 'Widget', plural, true)
      })
  }
}

function path(resource: string, namespace: string | undefined, name: string): string {
  return namespace === undefined ? `${resource} ${name}` : `${resource} ${namespace}/${name}`
}

function refuse(code: ClusterErrorCode, status: number): ClusterError {
  return new ClusterError(code, `refused: ${code}`, {
    turn: 'author',
    retryable: code === 'conflict',
    status,
  })
}

function merge(old: unknown, patch: unknown): unknown {
  if (!isBox(old) || !isBox(patch)) return patch
  const merged = { ...old }
  for (const [key, value] of Object.entries(patch)) merged[key] = merge(old[key], value)
  return merged
}

function isBox(value: unknown): value is Box {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
