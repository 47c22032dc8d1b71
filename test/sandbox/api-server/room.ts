import type { ResourceType } from '../../../src/cluster/discovery.ts'
import { preferredResource } from '../../../src/cluster/discovery.ts'
import {
  applyObject,
  deleteObject,
  getObject,
  listObjects,
  type ObjectAddress,
  patchObject,
} from '../../../src/cluster/requests.ts'
import type { JsonObject } from '../../../src/kube/json.ts'
import type { LiveObject, Manifest } from '../../../src/kube/manifest.ts'
import { groupOf } from '../../../src/kube/object-key.ts'
import type { SandboxCluster } from '../../support/sandbox-cluster.ts'

/** What a test does to a sandbox, through the product's adapter. */
export interface Room {
  readonly sandbox: SandboxCluster
  type(apiVersion: string, kind: string): Promise<ResourceType>
  address(object: JsonObject): Promise<ObjectAddress>
  apply(object: JsonObject): Promise<LiveObject>
  patch(object: JsonObject, patch: JsonObject): Promise<LiveObject>
  find(object: JsonObject): Promise<LiveObject | undefined>
  read(object: JsonObject): Promise<LiveObject>
  list(apiVersion: string, kind: string): Promise<readonly LiveObject[]>
  delete(object: JsonObject, propagationPolicy: 'Foreground' | 'Background' | 'Orphan'): Promise<void>
}

export function roomIn(sandbox: SandboxCluster): Room {
  const { cluster } = sandbox
  const type = async (apiVersion: string, kind: string): Promise<ResourceType> => {
    const found = preferredResource(await cluster.discovery(), groupOf(apiVersion), kind)
    if (found === undefined) throw new Error(`the sandbox serves no ${kind}`)
    return found
  }
  const placed = async (object: JsonObject): Promise<{ address: ObjectAddress; manifest: Manifest }> => {
    const manifest = object as Manifest
    const found = await type(manifest.apiVersion, manifest.kind)
    const { name = '', namespace = 'default' } = manifest.metadata
    if (!found.namespaced) return { address: { type: found, name }, manifest }
    const metadata = { ...manifest.metadata, namespace }
    return { address: { type: found, namespace, name }, manifest: { ...manifest, metadata } }
  }
  const find = async (object: JsonObject) => getObject(cluster, (await placed(object)).address)
  return {
    sandbox,
    type,
    find,
    address: async (object) => (await placed(object)).address,
    apply: async (object) => {
      const { address, manifest } = await placed(object)
      return applyObject(cluster, address.type, manifest, { fieldManager: 'test' })
    },
    patch: async (object, patch) => patchObject(cluster, (await placed(object)).address, patch),
    read: async (object) => {
      const found = await find(object)
      if (found === undefined) throw new Error(`the sandbox has no ${JSON.stringify(object.kind)}`)
      return found
    },
    list: async (apiVersion, kind) => listObjects(cluster, await type(apiVersion, kind), 'default'),
    delete: async (object, propagationPolicy) =>
      deleteObject(cluster, (await placed(object)).address, { propagationPolicy }),
  }
}

export function manifest(apiVersion: string, kind: string, name: string, more: JsonObject = {}): JsonObject {
  return { apiVersion, kind, metadata: { name }, ...more }
}

function selected(name: string, image: string): JsonObject {
  const labels = { app: name }
  return {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
  }
}

export function aDeployment(name: string, image: string, replicas: number): JsonObject {
  return manifest('apps/v1', 'Deployment', name, { spec: { replicas, ...selected(name, image) } })
}

export function aStatefulSet(name: string, image: string, replicas: number): JsonObject {
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: claim }]
  return manifest('apps/v1', 'StatefulSet', name, {
    spec: { replicas, serviceName: name, volumeClaimTemplates, ...selected(name, image) },
  })
}

export function aDaemonSet(name: string, image: string): JsonObject {
  return manifest('apps/v1', 'DaemonSet', name, { spec: selected(name, image) })
}

export function aJob(name: string, image: string, more: JsonObject = {}): JsonObject {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image }] } }
  return manifest('batch/v1', 'Job', name, { spec: { template, ...more } })
}
