import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import type { Manifest } from '../kube/manifest.ts'
import { groupOf, versionOf } from '../kube/object-key.ts'
import { type KindSchemas, openApiSchemas } from '../kube/open-api-schema.ts'
import { anySchema } from '../kube/schema.ts'
import type { LocalCompareOptions } from './local-compare.ts'

/** How objects of a kind are compared. */
export type OptionsFor = (manifest: Manifest) => Promise<LocalCompareOptions>

/**
 * Built-in kinds by our own table, custom kinds by what the cluster says of them, asked once for each group and
 * version. Where it says nothing, or cannot be asked, lists are wholes.
 */
export function kindOptions(builtins: KindSchemas, cluster: Pick<Cluster, 'openApi'>): OptionsFor {
  const asked = new Map<string, Promise<KindSchemas | undefined>>()
  return async ({ apiVersion, kind }) => {
    const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)]
    const builtin = builtins.schemaOf(group, version, kind)
    if (builtin !== undefined) return { schema: builtin, dropsEmpty: true }
    const answer = asked.get(apiVersion) ?? readSchemas(cluster, group, version)
    asked.set(apiVersion, answer)
    return { schema: (await answer)?.schemaOf(group, version, kind) ?? anySchema, dropsEmpty: false }
  }
}

async function readSchemas(
  cluster: Pick<Cluster, 'openApi'>,
  group: string,
  version: string,
): Promise<KindSchemas | undefined> {
  try {
    const schemas = await cluster.openApi(group, version)
    return schemas === undefined ? undefined : openApiSchemas(schemas)
  } catch (error) {
    if (error instanceof ClusterError) return undefined
    throw error
  }
}
