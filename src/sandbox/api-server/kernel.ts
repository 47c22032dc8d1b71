import type { JsonObject } from '../../kube/json.ts'
import type { KindRegistry } from './kinds/registry.ts'
import { tableOf } from './kinds/resource-kind.ts'
import type { ServedKind } from './kinds/served-kind.ts'
import { type KubeObject, objectAt, objectsAt, textAt } from './object.ts'
import type { Store, StoredKey } from './store.ts'
import type { Supplies } from './strategy/strategy.ts'
import type { User } from './users.ts'

/** What every request works with: one server's state and its sources of time and chance. */
export interface Kernel {
  readonly store: Store
  readonly kinds: KindRegistry
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly newUid: () => string
  /** At least 0, below 1. */
  readonly random: () => number
  /** Refuses what the server's admission does not want. */
  readonly admit: (review: AdmissionReview) => void
}

/** A write that is about to happen. */
export interface AdmissionReview {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly kind: ServedKind
  readonly namespace: string
  readonly name: string
  readonly user: User
  readonly dryRun: boolean
  readonly object: JsonObject | undefined
  readonly oldObject: JsonObject | undefined
}

export function storedKey(kind: ServedKind, namespace: string, name: string): StoredKey {
  return { table: tableOf(kind), namespace: kind.namespaced ? namespace : '', name }
}

/** RFC 3339 in whole seconds. */
export function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

/** The lowest address and any port that no service has. */
export function suppliesOf({ store, now, random }: Kernel): Supplies {
  const services = () => store.list('/services').map((service) => objectAt(service, 'spec'))
  return {
    now: timeText(now()),
    freeAddress: () => {
      const used = new Set(services().map((spec) => textAt(spec, 'clusterIP')))
      for (let last = 10; ; last += 1) {
        const address = `10.0.${last >> 8}.${last & 255}`
        if (!used.has(address)) return address
      }
    },
    freePort: () => {
      const used = new Set(
        services().flatMap((spec) => objectsAt(spec, 'ports').map((port) => port.nodePort)),
      )
      let port = 30000 + Math.floor(random() * 2700)
      while (used.has(port)) port += 1
      return port
    },
  }
}

/** An object as a version of its kind shows it: without conversion only `apiVersion` differs. */
export function inVersion(kind: ServedKind, object: KubeObject): KubeObject {
  const apiVersion = kind.codec.empty.apiVersion
  if (typeof apiVersion !== 'string' || apiVersion === object.apiVersion) return object
  return { ...object, apiVersion }
}
