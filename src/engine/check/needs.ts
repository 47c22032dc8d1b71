import { isDeclaration } from '../../apps/declaration.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { preferredResource } from '../../cluster/discovery.ts'
import { groupOf } from '../../kube/object-key.ts'
import { recordNamespace } from '../../sync/record-names.ts'
import type { Ports } from '../ports.ts'
import type { Declared, DeclaredEntry } from './check-roots.ts'

/** What is done to one kind, in each of some namespaces; none for a kind that lives in none. */
export interface Need {
  readonly group: string
  readonly resource: string
  readonly verbs: readonly string[]
  readonly namespaces: readonly string[]
  /** What is for nothing but the dry run may be missing where only is observed. */
  readonly why: 'records' | 'applications' | 'dry-run'
}

const looks = ['get', 'list']
const writes = ['create', 'patch', 'delete']
const dryRuns = ['create', 'patch']

/** What the applications that go to a cluster need there, by the modes of their roots, and what records need. */
export async function needsOf(
  { settings }: Pick<Ports, 'settings'>,
  cluster: Cluster,
  { entries }: Declared,
): Promise<readonly Need[]> {
  const here = entries.filter((entry) => entry.cluster === cluster.name)
  const syncs = here.some(({ root }) => root.mode === 'sync')
  const isUsed = here.length > 0 || settings.roots.some((root) => root.cluster === cluster.name)
  return [
    ...(isUsed ? recordNeeds(syncs) : []),
    ...(await kindNeeds(
      cluster,
      here.filter(({ root }) => root.mode === 'sync'),
      [...looks, ...writes],
      'applications',
    )),
    ...(await kindNeeds(
      cluster,
      here.filter(({ root }) => root.mode === 'observe'),
      looks,
      'applications',
    )),
    ...(await kindNeeds(
      cluster,
      here.filter(({ root }) => root.mode === 'observe'),
      dryRuns,
      'dry-run',
    )),
    ...namespaceNeeds(here),
  ]
}

function recordNeeds(syncs: boolean): readonly Need[] {
  const at = { namespaces: [recordNamespace], why: 'records' } as const
  const verbs = ['get', 'list', 'create', 'update', 'patch']
  const leases = {
    ...at,
    group: 'coordination.k8s.io',
    resource: 'leases',
    verbs: ['get', 'create', 'update'],
  }
  return [{ ...at, group: '', resource: 'configmaps', verbs }, ...(syncs ? [leases] : [])]
}

/** Kinds that the cluster does not serve need nothing yet. */
async function kindNeeds(
  cluster: Cluster,
  entries: readonly DeclaredEntry[],
  verbs: readonly string[],
  why: Need['why'],
): Promise<readonly Need[]> {
  const discovery = await cluster.discovery()
  const places = new Map<
    string,
    { readonly group: string; readonly resource: string; readonly in: Set<string> }
  >()
  for (const { kind, group, namespace } of entries.flatMap(kindsOf)) {
    const type = preferredResource(discovery, group, kind)
    if (type === undefined) continue
    const key = `${type.resource}.${group}`
    const place = places.get(key) ?? { group, resource: type.resource, in: new Set() }
    if (type.namespaced) place.in.add(namespace)
    places.set(key, place)
  }
  return [...places.values()].map(({ group, resource, in: namespaces }) => {
    return { group, resource, verbs, namespaces: [...namespaces], why }
  })
}

function kindsOf({ application, source }: DeclaredEntry) {
  if (source.kind === 'unusable') return []
  const objects = source.rendered.manifests.filter(({ manifest }) => !isDeclaration(manifest))
  return objects.map(({ manifest: { apiVersion, kind, metadata } }) => ({
    kind,
    group: groupOf(apiVersion),
    namespace: metadata.namespace ?? application.destination.namespace,
  }))
}

function namespaceNeeds(entries: readonly DeclaredEntry[]): readonly Need[] {
  const creates = entries.some(
    ({ application, root }) =>
      root.mode === 'sync' && application.syncPolicy.options.includes('CreateNamespace=true'),
  )
  const verbs = ['get', 'create', 'patch']
  return creates ? [{ group: '', resource: 'namespaces', verbs, namespaces: [], why: 'applications' }] : []
}
