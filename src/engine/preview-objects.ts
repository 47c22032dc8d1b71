import type { ObjectComparison } from '../diff/comparison.ts'
import { createdNamespace, type Desired, type DesiredObject } from '../diff/desired-objects.ts'
import { kindOptions } from '../diff/kind-schemas.ts'
import { maskDesired } from '../diff/mask-desired.ts'
import { type ThreeWay, threeWay } from '../diff/three-way.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Plan } from '../plan/plan.ts'
import { placesOf, previewObject } from '../report/object-preview.ts'
import { skipReasons } from '../report/plan-text.ts'
import type { ApplicationPreview } from '../report/preview.ts'
import { present } from '../settings/present.ts'
import type { Examined } from './examine.ts'
import type { Ports } from './ports.ts'

type FieldsOf = (compared: ObjectComparison, sync: ThreeWay['sync']) => ReturnType<typeof threeWay>

export async function fieldsFor(
  ports: Ports,
  cluster: string,
  before: Examined | undefined,
  after: Examined,
  isSynced: boolean,
): Promise<FieldsOf> {
  const optionsFor = kindOptions(ports.builtins, ports.cluster(cluster))
  const { desired, live } = after.look
  const objects = byKey(objectsIn(desired))
  const based = byKey(before === undefined ? [] : objectsIn(before.look.desired))
  const comparisons = byKey(before?.look.comparison.objects ?? [])
  const options = new Map(
    await Promise.all(
      [...objects].map(async ([key, { manifest }]) => [key, await optionsFor(manifest)] as const),
    ),
  )
  return (compared, sync) => {
    const key = formatKey(compared.key)
    const own = options.get(key)
    if (own === undefined) return []
    return threeWay({
      ...present({
        base: masked(ports, based.get(key)),
        head: masked(ports, objects.get(key)),
        live: live.get(key),
      }),
      compared: { head: compared, ...present({ base: comparisons.get(key) }) },
      options: own,
      sync: isLiveUnknown(compared) ? 'unknown' : sync,
      isSynced,
    })
  }
}

/** What could not be read is not told as missing: then Git is compared with Git alone. */
function isLiveUnknown(compared: ObjectComparison): boolean {
  return compared.kind === 'unverified' && compared.live === 'unknown'
}

export function masked({ mask }: Ports, object: DesiredObject | undefined): ThreeWay['base'] {
  return object && maskDesired(object.manifest, mask)
}

function objectsIn(desired: Desired): readonly DesiredObject[] {
  const namespace = createdNamespace(desired)
  return namespace === undefined ? desired.objects : [namespace, ...desired.objects]
}

/** In the order of the sync; what the sync leaves alone comes last. */
export function objectsOf(
  before: Examined | undefined,
  { look, plan }: Examined,
  isSynced: boolean,
  fieldsOf: FieldsOf,
): Pick<ApplicationPreview, 'objects' | 'inSync'> {
  const places = placesOf(plan)
  const notes = notesOf(plan)
  const skipped = new Map(plan.skips.map((skip) => [formatKey(skip.key), skip.reason]))
  const based = byKey(before?.look.desired.objects ?? [])
  const guarded = new Set(plan.acknowledgement?.objects.map(formatKey) ?? [])
  const found = look.comparison.objects.flatMap((compared) => {
    const key = formatKey(compared.key)
    const place = places.get(key)
    const preview = previewObject({
      compared,
      isProtected: guarded.has(key),
      isInBase: based.has(key),
      isSynced,
      fields: (sync) => fieldsOf(compared, sync),
      ...present({ place, note: notes.get(key), skipped: skipped.get(key) }),
    })
    return preview === undefined ? [] : [{ preview, at: place?.at ?? Number.POSITIVE_INFINITY }]
  })
  const objects = found.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ preview }) => preview)
  const shown = new Set(objects.map(({ key }) => formatKey(key)))
  const inSync = look.comparison.objects.filter(
    ({ kind, key }) => kind === 'inSync' && !shown.has(formatKey(key)),
  )
  return { objects, inSync: inSync.length }
}

/** Why an object that left Git stays, and who gives up one that comes from another application. */
function notesOf({ skips, phases }: Plan): ReadonlyMap<string, string> {
  const taken = phases.flatMap(({ waves }) =>
    waves.flatMap(({ steps }) =>
      steps.flatMap((step) =>
        step.action === 'apply' && step.handedOverBy !== undefined
          ? [[formatKey(step.key), `taken over from ${step.handedOverBy}`] as const]
          : [],
      ),
    ),
  )
  return new Map([
    ...skips
      .filter(({ reason }) => reason !== 'in-sync')
      .map(({ key, reason }) => [formatKey(key), skipReasons[reason]] as const),
    ...taken,
  ])
}

function byKey<Keyed extends { readonly key: DesiredObject['key'] }>(
  all: readonly Keyed[],
): ReadonlyMap<string, Keyed> {
  return new Map(all.map((one) => [formatKey(one.key), one]))
}
