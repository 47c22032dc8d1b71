import type { JsonObject } from '../kube/json.ts'
import type { LiveMap } from '../kube/manifest.ts'
import type { Discovery } from './discovery.ts'

export type Verb = 'list' | 'get' | 'create' | 'apply' | 'update' | 'patch' | 'delete'

/**
 * One request to an API server, as data: an adapter builds the only URL it can mean, from names it has checked.
 * An agent can carry the same value. https://kubernetes.io/docs/reference/using-api/api-concepts/
 */
export interface ClusterRequest {
  readonly verb: Verb
  readonly group: string
  readonly version: string
  /** The plural, as in the URL: `deployments`. */
  readonly resource: string
  /** Absent for cluster-scoped resources and for lists over all namespaces. */
  readonly namespace?: string
  /** Absent for list and create. */
  readonly name?: string
  readonly subresource?: 'status' | 'scale'
  readonly options?: RequestOptions
  /** The object for create, update and apply; the patch for patch. */
  readonly body?: JsonObject | readonly JsonObject[]
}

export interface RequestOptions {
  readonly dryRun?: boolean
  readonly fieldManager?: string
  /** Create and apply: what becomes of fields that the schema does not know; strict when absent. */
  readonly fieldValidation?: 'Strict' | 'Ignore'
  /** Apply only: take fields from other managers. */
  readonly force?: boolean
  readonly labelSelector?: string
  readonly limit?: number
  readonly continue?: string
  /** List only: metadata without the rest. */
  readonly metadataOnly?: boolean
  readonly patchType?: 'merge' | 'json'
  /** Delete only. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'
}

/**
 * The port to one cluster. `send` throws `ClusterError`, which keeps no secret; Secret-like values in answers are
 * masked by the adapter before anyone sees them.
 */
export interface Cluster {
  readonly name: string
  send(request: ClusterRequest): Promise<LiveMap>
  /** The kinds the server knows; cached until `fresh` is asked for. */
  discovery(freshness?: 'cached' | 'fresh'): Promise<Discovery>
  /** The OpenAPI v3 `components.schemas` of a group-version, cached by the server's hash; undefined where it has none. */
  openApi(group: string, version: string): Promise<JsonObject | undefined>
  /** Of the server: `v1.36.3`. Absent where it cannot be asked. */
  version?(): Promise<string | undefined>
}
