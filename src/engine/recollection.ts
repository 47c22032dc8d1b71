import type { Application } from '../apps/application.ts'
import { isDeclaration } from '../apps/declaration.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import { outlineOf } from '../diff/outline.ts'
import { listPackedMemories } from '../sync/list-statuses.ts'
import { type PackedMemory, packMemory, type RenderMemory, unpackMemory } from '../sync/render-memory.ts'
import { declarationDigest } from './declaration-digest.ts'
import type { EntrySource } from './entry-source.ts'
import type { Ports } from './ports.ts'

/** What the records in the clusters tell of earlier renders, read by one LIST of each cluster when it is first asked. */
export interface Recollection {
  /** Only of exactly this declaration, by this release. */
  of(application: Application, cluster: string): Promise<RenderMemory | undefined>
}

type Packed = ReadonlyMap<string, string>

export function createRecollection(ports: Pick<Ports, 'cluster' | 'settings' | 'version'>): Recollection {
  const lists = new Map<string, Promise<Packed>>()

  function listOf(cluster: string): Promise<Packed> {
    const known = lists.get(cluster) ?? readList(ports, cluster)
    lists.set(cluster, known)
    return known
  }

  return {
    async of(application, cluster) {
      const packed = (await listOf(cluster)).get(application.name)
      const memory = packed === undefined ? undefined : await unpackMemory(packed)
      const isOf = memory?.by === ports.version && memory.declaration === declarationDigest(application)
      return isOf ? memory : undefined
    },
  }
}

/** A cluster that cannot be asked remembers nothing; whoever needs it says so. */
async function readList(
  { cluster, settings }: Pick<Ports, 'cluster' | 'settings'>,
  name: string,
): Promise<Packed> {
  try {
    return await listPackedMemories(cluster(name), settings.installation)
  } catch (error) {
    if (error instanceof ClusterError) return new Map()
    throw error
  }
}

/** What is worth remembering of a render; what an app of apps declares is followed, so it is rendered each time. */
export async function memoryOf(
  { version }: Pick<Ports, 'version'>,
  { application, source }: { readonly application: Application; readonly source: EntrySource },
): Promise<PackedMemory | undefined> {
  if (source.kind !== 'rendered') return undefined
  const { manifests, inputs } = source.rendered
  if (manifests.some(({ manifest }) => isDeclaration(manifest))) return undefined
  const outline = outlineOf(source.rendered)
  return packMemory({ by: version, declaration: declarationDigest(application), inputs, outline })
}
