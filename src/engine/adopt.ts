import { preferredResource } from '../cluster/discovery.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import { type GitOpsClaim, otherGitOpsManager } from '../policy/other-gitops-manager.ts'
import { adoptObject } from '../sync/adopt-object.ts'
import { withRender } from './entry-source.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { readRoster } from './roster.ts'
import { see, settingOf } from './setting.ts'
import { createSourceReading } from './source-reading.ts'

export interface AdoptedObject {
  readonly key: ObjectKey
  readonly from: GitOpsClaim['manager']
}

export type AdoptResult =
  | { readonly kind: 'adopted'; readonly objects: readonly AdoptedObject[] }
  | { readonly kind: 'unknown-application' }
  | { readonly kind: 'nothing-to-adopt' }
  /** Its root only observes: nothing of it is written. */
  | { readonly kind: 'observed-only' }
  | { readonly kind: 'could-not-find-out'; readonly message: string }

/**
 * Takes over what an application declares from the GitOps manager that has it now, and has it synced. It changes no
 * field of an object, only whose the fields are. Objects that the application may not write are left alone. Whether
 * `by` may say so is for the caller to know. Throws `ClusterError`; what was adopted until then stays so, and the next
 * call goes on.
 */
export async function adopt(ports: Ports, application: string, by: string): Promise<AdoptResult> {
  const roster = await readRoster(ports, createSourceReading(ports))
  const asked = roster.entries.find((one) => one.application.name === application)
  if (asked === undefined) return { kind: 'unknown-application' }
  if (asked.root.mode === 'observe') return { kind: 'observed-only' }
  const entry = await withRender(ports, asked)
  const { source } = entry
  if (source.kind === 'unusable') return { kind: 'could-not-find-out', message: source.problem.message }
  const options = { asked: true, mayWrite: false, owners: ownersOf(ports, roster) }
  const setting = await settingOf(ports, entry, source, options)
  const { desired, live } = await see(setting)
  const discovery = await setting.cluster.discovery('cached')
  const objects: AdoptedObject[] = []
  for (const { key, namespaced } of desired.objects) {
    const found = live.get(formatKey(key))
    const type = preferredResource(discovery, key.group, key.kind)
    const isClaimed = found !== undefined && otherGitOpsManager(found) !== undefined
    if (!isClaimed || type === undefined || setting.permit(key, namespaced) !== undefined) continue
    const claim = await adoptObject(setting.cluster, type, key)
    if (claim !== undefined) objects.push({ key, from: claim.manager })
  }
  if (objects.length === 0) return { kind: 'nothing-to-adopt' }
  ports.log('info', 'objects were adopted', { application, by, objects: objects.length })
  await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'adopted' }, 0)
  return { kind: 'adopted', objects }
}
