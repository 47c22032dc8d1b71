import type { Cluster } from '../cluster/cluster.ts'
import { despiteConflicts } from '../cluster/despite-conflicts.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { getObject, patchObject } from '../cluster/requests.ts'
import type { JsonObject } from '../kube/json.ts'
import { formatManagedFields, type ManagerFields, parseManagedFields } from '../kube/managed-fields.ts'
import type { LiveObject } from '../kube/manifest.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import {
  type Claimant,
  claimLabels,
  type GitOpsClaim,
  gitOpsManagerOf,
  otherGitOpsManager,
} from '../policy/other-gitops-manager.ts'
import { fieldManager } from './record-store.ts'

/**
 * Takes an object over from another GitOps manager: its fields become ours, so that what leaves Git leaves the cluster,
 * and its labels go. Nothing else of the object changes. Undefined where nobody claims it any more. The patch holds the
 * resourceVersion: a race is a 409 and is looked at anew. Throws `ClusterError`.
 */
export async function adoptObject(
  cluster: Cluster,
  type: ResourceType,
  { namespace, name }: ObjectKey,
  by: Claimant,
): Promise<GitOpsClaim | undefined> {
  const address = { type, namespace, name }
  return despiteConflicts(async () => {
    const live = await getObject(cluster, address)
    const claim = live && otherGitOpsManager(live, by)
    if (live === undefined || claim === undefined) return undefined
    await patchObject(cluster, address, adoptionPatch(live, by), { fieldManager })
    return claim
  })
}

function adoptionPatch(live: LiveObject, by: Claimant): readonly JsonObject[] {
  const { labels = {}, managedFields, resourceVersion = '' } = live.metadata
  const marks = claimLabels(by).filter((label) => Object.hasOwn(labels, label))
  const entries = formatManagedFields(adopted(parseManagedFields(managedFields)))
  return [
    ...marks.map((label) => ({ op: 'remove', path: `/metadata/labels/${label.replaceAll('/', '~1')}` })),
    { op: 'replace', path: '/metadata/managedFields', value: entries },
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
  ]
}

/** Fields written in another apiVersion than ours, or than the first of theirs, are nobody's afterwards. */
function adopted(entries: readonly ManagerFields[]): readonly ManagerFields[] {
  const theirs = entries.filter((entry) => gitOpsManagerOf(entry) !== undefined)
  const own = entries.find(isOwn)
  const target = own ?? theirs[0]
  if (target === undefined) return entries
  const fields = theirs
    .filter(({ apiVersion }) => apiVersion === target.apiVersion)
    .reduce((all, entry) => all.union(entry.fields), target.fields)
  const kept = entries.filter((entry) => entry !== own && !theirs.includes(entry))
  return [{ ...target, manager: fieldManager, operation: 'Apply', fields }, ...kept]
}

function isOwn({ manager, operation, subresource }: ManagerFields): boolean {
  return manager === fieldManager && operation === 'Apply' && subresource === undefined
}
