import type { Application } from '../apps/application.ts'
import { isDeclaration } from '../apps/declaration.ts'
import { type Discovery, preferredResource, resourceOf } from '../cluster/discovery.ts'
import { trackingIdAnnotation } from '../kube/annotations.ts'
import type { Manifest, Origin } from '../kube/manifest.ts'
import { formatKey, groupOf, keyOf, type ObjectKey, versionOf } from '../kube/object-key.ts'
import { formatTrackingId, trackingLabelValue } from '../kube/tracking.ts'
import type { RenderedApp, RenderedManifest } from '../render/rendered-app.ts'
import { present } from '../settings/present.ts'
import { type DefinedKind, isDefinition, kindDefinedBy } from './custom-kinds.ts'
import { hookTypesOf, isHook, isSkipped } from './hook-marks.ts'
import { normaliseManifest } from './normalise-manifest.ts'
import { syncOption } from './sync-option.ts'

/** One object as Git wants it in this cluster. It may hold secrets. */
export interface DesiredObject {
  readonly key: ObjectKey
  /** Ready to be sent: in its namespace, marked as the application's, without what must not be sent. */
  readonly manifest: Manifest
  readonly origin?: Origin
  /** True also where the cluster does not know the kind. */
  readonly namespaced: boolean
}

export interface LeftOut {
  readonly key: ObjectKey
  readonly origin: Origin
  readonly reason: 'skip-hook' | 'unknown-hook-phase' | 'delete-hook' | 'declaration'
}

/** What an application wants of its cluster, sorted by what becomes of it. */
export interface Desired {
  readonly application: Application
  /** In the renderer's order; each key once. */
  readonly objects: readonly DesiredObject[]
  /** Their keys have no name where it is to be generated. */
  readonly hooks: readonly DesiredObject[]
  readonly leftOut: readonly LeftOut[]
  /** Keys that several manifests claim; only the last one is kept. */
  readonly duplicates: readonly Duplicate[]
  /** To be created when it is not there: asked for by `CreateNamespace`, and no manifest declares it. */
  readonly createNamespace?: string
  /** Its hooks are those that run when the application is deleted, before and after its objects go. */
  readonly isDeletion?: true
  /** The renderer gave no manifest at all. */
  readonly isEmpty: boolean
}

export interface Duplicate {
  readonly key: ObjectKey
  readonly origins: readonly Origin[]
}

/** A rendered application, made ready for one cluster: scopes come from its discovery and from the CRDs in the render. */
export function desiredObjects(rendered: RenderedApp, discovery: Discovery): Desired {
  const { application, manifests } = rendered
  const defined = manifests.flatMap(({ manifest }) => kindDefinedBy(manifest) ?? [])
  const placed = manifests.map((one) =>
    place(one, application, scopeOf(one.manifest, discovery, defined) ?? true),
  )
  const kept = placed.filter(({ manifest }) => reasonToLeaveOut(manifest) === undefined)
  const objects = kept.filter(({ manifest }) => !isHook(manifest))
  const hooks = kept.filter(({ manifest }) => isHook(manifest))
  const namespace = namespaceToCreate(application, objects)
  return {
    application,
    objects: lastOfEach(objects),
    hooks: lastOfEach(hooks),
    leftOut: placed.flatMap(leaveOut),
    duplicates: duplicatesAmong(kept),
    ...(namespace === undefined ? {} : { createNamespace: namespace }),
    isEmpty: manifests.length === 0,
  }
}

/** What is wanted of a cluster that an application leaves: nothing, and the hooks of its deletion. */
export function desiredForDeletion(rendered: RenderedApp, discovery: Discovery): Desired {
  const { manifests } = rendered
  const { deletesResources, syncPolicy, ...rest } = rendered.application
  const options = [`PrunePropagationPolicy=${deletesResources || 'foreground'}`, ...syncPolicy.options]
  const application = { ...rest, deletesResources, syncPolicy: { ...syncPolicy, options } }
  const defined = manifests.flatMap(({ manifest }) => kindDefinedBy(manifest) ?? [])
  const hooks = manifests
    .filter(({ manifest }) => hookTypesOf(manifest).some((type) => type.endsWith('Delete')))
    .map((one) => place(one, application, scopeOf(one.manifest, discovery, defined) ?? true))
  return {
    application,
    objects: [],
    hooks: lastOfEach(hooks),
    leftOut: [],
    duplicates: duplicatesAmong(hooks),
    isDeletion: true,
    isEmpty: false,
  }
}

interface Placed extends DesiredObject {
  readonly origin: Origin
}

/** Whether its kind is namespaced; undefined where nobody knows. */
export function scopeOf(
  { apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>,
  discovery: Discovery,
  defined: readonly DefinedKind[],
): boolean | undefined {
  const group = groupOf(apiVersion)
  const served =
    resourceOf(discovery, group, versionOf(apiVersion), kind) ??
    preferredResource(discovery, group, kind) ??
    defined.find((one) => one.group === group && one.kind === kind)
  return served?.namespaced
}

function place(
  { manifest, origin }: RenderedManifest,
  application: Application,
  namespaced: boolean,
): Placed {
  const normal = normaliseManifest(manifest)
  const { namespace = '', ...metadata } = normal.metadata
  const own = namespace === '' ? application.destination.namespace : namespace
  const inPlace = namespaced && own !== '' ? { ...metadata, namespace: own } : metadata
  const placed = track({ ...normal, metadata: inPlace }, application)
  return { key: keyOf(placed), manifest: placed, origin, namespaced }
}

/** Argo CD writes no mark on CustomResourceDefinitions, so they are never pruned. */
function track(manifest: Manifest, application: Application): Manifest {
  if (isDefinition(manifest)) return manifest
  const id = formatTrackingId(application.name, keyOf(manifest), application.destination.namespace)
  const annotations = { ...manifest.metadata.annotations, [trackingIdAnnotation]: id }
  const { trackingLabel } = application
  const labels = trackingLabel && {
    ...manifest.metadata.labels,
    [trackingLabel.key]: trackingLabelValue(application.name, trackingLabel),
  }
  return { ...manifest, metadata: { ...manifest.metadata, annotations, ...present({ labels }) } }
}

function leaveOut({ key, manifest, origin }: Placed): readonly LeftOut[] {
  const reason = reasonToLeaveOut(manifest)
  return reason === undefined ? [] : [{ key, origin, reason }]
}

export function reasonToLeaveOut(manifest: Manifest): LeftOut['reason'] | undefined {
  if (isDeclaration(manifest)) return 'declaration'
  if (isSkipped(manifest)) return 'skip-hook'
  if (!isHook(manifest)) return undefined
  const types = hookTypesOf(manifest).filter((type) => type !== 'Skip')
  if (types.length === 0) return 'unknown-hook-phase'
  return types.every((type) => type.endsWith('Delete')) ? 'delete-hook' : undefined
}

/** Hooks whose names are still to be generated are never the same. */
function lastOfEach(objects: readonly Placed[]): readonly Placed[] {
  const last = new Map(objects.map((object, index) => [identity(object, index), object]))
  return objects.filter((object, index) => last.get(identity(object, index)) === object)
}

function duplicatesAmong(objects: readonly Placed[]): readonly Duplicate[] {
  const groups = new Map<string, Placed[]>()
  for (const [index, object] of objects.entries()) {
    const id = identity(object, index)
    groups.set(id, [...(groups.get(id) ?? []), object])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0
      ? []
      : [{ key: first.key, origins: [first, ...others].map(({ origin }) => origin) }],
  )
}

function identity({ key }: Placed, index: number): string {
  return key.name === '' ? `generated ${index}` : formatKey(key)
}

function namespaceToCreate(application: Application, objects: readonly Placed[]): string | undefined {
  const { namespace } = application.destination
  const isAskedFor = syncOption('CreateNamespace', application.syncPolicy.options) === 'true'
  if (!isAskedFor || namespace === '') return undefined
  const isDeclared = objects.some(
    ({ key }) => key.group === '' && key.kind === 'Namespace' && key.name === namespace,
  )
  return isDeclared ? undefined : namespace
}

/** The namespace of `CreateNamespace`, without a mark: it is not the application's, and stays when that goes. */
export function createdNamespace({ createNamespace, application }: Desired): DesiredObject | undefined {
  if (createNamespace === undefined) return undefined
  const metadata = { name: createNamespace, ...application.syncPolicy.namespaceMetadata }
  const manifest = normaliseManifest({ apiVersion: 'v1', kind: 'Namespace', metadata })
  return { key: keyOf(manifest), manifest, namespaced: false }
}

/** It is not only created: `managedNamespaceMetadata` is kept on it. */
export function isNamespaceManaged({ application }: Desired): boolean {
  const { labels = {}, annotations = {} } = application.syncPolicy.namespaceMetadata ?? {}
  return Object.keys(labels).length + Object.keys(annotations).length > 0
}
