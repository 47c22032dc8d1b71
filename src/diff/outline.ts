import type { Application } from '../apps/application.ts'
import type { Discovery } from '../cluster/discovery.ts'
import type { Origin } from '../kube/manifest.ts'
import { keyOf, type ObjectKey } from '../kube/object-key.ts'
import type { RenderedApp } from '../render/rendered-app.ts'
import { type DefinedKind, kindDefinedBy } from './custom-kinds.ts'
import { reasonToLeaveOut, scopeOf } from './desired-objects.ts'
import { isHook } from './hook-marks.ts'

/** What an application declares, without its values: enough to know whose an object is. */
export interface Outline {
  /** What `desiredObjects` would apply, as written; no hooks. */
  readonly objects: readonly OutlinedObject[]
  /** Kinds that come with it. */
  readonly defined: readonly DefinedKind[]
}

export interface OutlinedObject {
  readonly apiVersion: string
  readonly kind: string
  /** Empty where none is written. */
  readonly namespace: string
  readonly name: string
  readonly origin: Origin
}

export function outlineOf({ manifests }: Pick<RenderedApp, 'manifests'>): Outline {
  const applied = manifests.filter(
    ({ manifest }) => reasonToLeaveOut(manifest) === undefined && !isHook(manifest),
  )
  return {
    objects: applied.map(({ manifest, origin: { path, line } }) => {
      const { namespace, name } = keyOf(manifest)
      return { apiVersion: manifest.apiVersion, kind: manifest.kind, namespace, name, origin: { path, line } }
    }),
    defined: manifests.flatMap(({ manifest }) => kindDefinedBy(manifest) ?? []),
  }
}

/**
 * The keys of what is declared in a cluster, with their files. An object of a kind that the cluster does not know has
 * both of the keys that it may get.
 */
export function declaredObjects(
  { destination }: Application,
  { objects, defined }: Outline,
  discovery: Discovery,
): readonly { readonly key: ObjectKey; readonly origin: Origin }[] {
  return objects.flatMap(({ apiVersion, kind, namespace, name, origin }) => {
    const own = namespace === '' ? destination.namespace : namespace
    const scope = scopeOf({ apiVersion, kind }, discovery, defined)
    const namespaces = scope === undefined ? [own, ''] : [scope ? own : '']
    const key = keyOf({ apiVersion, kind, metadata: { name } })
    return namespaces.map((one) => ({ key: { ...key, namespace: one }, origin }))
  })
}
