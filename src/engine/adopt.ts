import { preferredResource, type ResourceType } from '../cluster/discovery.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import { type GitOpsClaim, otherGitOpsManager } from '../policy/other-gitops-manager.ts'
import { adoptObject } from '../sync/adopt-object.ts'
import { ClaimLost, Driver } from '../sync/driver.ts'
import { readOperation } from '../sync/operation-record.ts'
import { currentRoster } from './current-roster.ts'
import { withRender } from './entry-source.ts'
import type { Look } from './look.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { type Setting, see, settingOf } from './setting.ts'
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
  /** A sync of it runs, or somebody else is at work on it; what was adopted until then stays so. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'could-not-find-out'; readonly message: string }

/**
 * Takes over what an application declares from the GitOps manager that has it now, and has it synced. It changes no
 * field of an object, only whose the fields are. Objects that the application may not write are left alone. It holds the
 * application's lease, so that it never runs beside a sync. Whether `by` may say so is for the caller to know. Throws `ClusterError`; what was adopted until then stays so, and the next
 * call goes on.
 */
export async function adopt(ports: Ports, application: string, by: string): Promise<AdoptResult> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  const asked = roster.entries.find((one) => one.application.name === application)
  if (asked === undefined) return { kind: 'unknown-application' }
  if (asked.root.mode === 'observe') return { kind: 'observed-only' }
  const entry = await withRender(ports, asked)
  const { source } = entry
  if (source.kind === 'unusable') return { kind: 'could-not-find-out', message: source.problem.message }
  const options = { asked: true, mayWrite: false, owners: ownersOf(ports, roster) }
  const setting = await settingOf(ports, entry, source, options)
  const look = await see(setting)
  const claimed = await claimedObjects(setting, look)
  const [unlisted] = look.comparison.unlisted
  if (claimed.length === 0 && unlisted !== undefined)
    return { kind: 'could-not-find-out', message: `${unlisted.kind} could not be listed: ${unlisted.reason}` }
  if (claimed.length === 0) return { kind: 'nothing-to-adopt' }
  const objects = await takeOver(setting, claimed)
  if (objects === 'busy') return { kind: 'busy' }
  ports.log('info', 'objects were adopted', { application, by, objects: objects.length })
  await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'adopted' }, 0)
  return { kind: 'adopted', objects }
}

interface Claimed {
  readonly key: ObjectKey
  readonly type: ResourceType
}

async function claimedObjects(setting: Setting, { desired, live }: Look): Promise<readonly Claimed[]> {
  const discovery = await setting.cluster.discovery('cached')
  return desired.objects.flatMap(({ key, namespaced }): readonly Claimed[] => {
    const found = live.get(formatKey(key))
    const type = preferredResource(discovery, key.group, key.kind)
    const isClaimed = found !== undefined && otherGitOpsManager(found, desired.application) !== undefined
    if (!isClaimed || type === undefined || setting.permit(key, namespaced) !== undefined) return []
    return [{ key, type }]
  })
}

async function takeOver(
  { ports, place, cluster, entry: { application } }: Setting,
  claimed: readonly Claimed[],
): Promise<readonly AdoptedObject[] | 'busy'> {
  const call = { holder: ports.unique(), now: () => ports.now() }
  const driver = new Driver(place, call, undefined, undefined)
  const objects: AdoptedObject[] = []
  try {
    await driver.mayWrite()
    if ((await readOperation(place))?.operation.phase === 'Running') return 'busy'
    for (const { key, type } of claimed) {
      await driver.mayWrite()
      const claim = await adoptObject(cluster, type, key, application)
      if (claim !== undefined) objects.push({ key, from: claim.manager })
    }
    return objects
  } catch (error) {
    if (error instanceof ClaimLost) return 'busy'
    throw error
  } finally {
    await driver.release()
  }
}
