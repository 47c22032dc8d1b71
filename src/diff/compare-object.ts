import { clientSideAppliers } from '../kube/client-side-apply.ts'
import { formatPath } from '../kube/field-path.ts'
import { type ManagerFields, ownersOf, parseManagedFields } from '../kube/managed-fields.ts'
import type { LiveMap, LiveObject } from '../kube/manifest.ts'
import type { Drifted, InSync, Rejected, Unverified } from './comparison.ts'
import type { DesiredObject } from './desired-objects.ts'
import { verdictText } from './digest.ts'
import { driftOf, isOpen } from './drift.ts'
import { extraFields } from './extra-fields.ts'
import { type Ignored, isOwnedByIgnored } from './ignore.ts'
import { ignoredPaths } from './ignored-paths.ts'
import type { Judgement } from './judge.ts'
import { compareLocally, type Difference, type LocalCompareOptions } from './local-compare.ts'
import { isOwnMark, type OwnMarks, withOwnMarks } from './own-marks.ts'
import { findAbandoned, findTakenOver } from './owned-fields.ts'
import { sameValue } from './same-value.ts'
import { placeFinder } from './value-at.ts'
import { withoutPaths } from './without-paths.ts'

/** One object that is desired and live. */
export interface Pair {
  readonly object: DesiredObject
  /** What Git says, masked as the live object is. */
  readonly desired: LiveObject
  readonly live: LiveObject
  readonly options: LocalCompareOptions
  readonly ignored: Ignored
  readonly marks: OwnMarks
  /** What admission makes of it counts as a difference, too: the judge is asked each time. */
  readonly includesMutations: boolean
  /** Fields of client-side apply are taken over by its first sync; absent where that is not to be, or was. */
  readonly takesOver?: { readonly alsoNamed?: string }
  /** What was remembered of it: the text of the verdict that it was equal. */
  readonly remembered: string | undefined
  readonly judge: () => Promise<Judgement>
  /** What a new object in its place would be. */
  readonly judgeCreation: () => Promise<Judgement>
  /** The object may be deleted to be created again. */
  readonly mayRecreate: boolean
}

export interface PairResult {
  readonly compared: Drifted | InSync | Rejected | Unverified
  /** To be remembered, when the judge called equal what differs in writing. */
  readonly verdict?: string
}

/** Compares an object with what is live. The judge is asked only about what differs and was not judged before. */
export async function comparePair(pair: Pair): Promise<PairResult> {
  const { object, live } = pair
  const managedFields = parseManagedFields(live.metadata.managedFields)
  const { differences, ignored, extra } = differencesOf(pair, managedFields)
  const inSync: InSync = { kind: 'inSync', ...about(object), uid: live.metadata.uid ?? '', ignored, ...extra }
  if (differences.length === 0 && !pair.includesMutations) return { compared: inSync }
  const isRemembered = differences.every(isOpen) && !pair.includesMutations
  const verdict = isRemembered ? verdictOf(pair, differences, managedFields) : undefined
  if (verdict !== undefined && verdict === pair.remembered) return { compared: inSync, verdict }
  const judgement = await pair.judge()
  if (judgement.kind === 'rejected' && judgement.reason === 'immutable')
    return { compared: await compareImmutable(pair, judgement, differences, managedFields) }
  if (judgement.kind !== 'predicted')
    return { compared: unjudged(pair, judgement, differences, managedFields) }
  const confirmed = [
    ...differences.filter(isChangedIn(judgement.object, pair)),
    ...(pair.includesMutations ? mutationsOf(pair, judgement.object, differences, managedFields) : []),
  ]
  if (confirmed.length === 0) {
    return verdict === undefined ? { compared: inSync } : { compared: inSync, verdict }
  }
  const fields = [...confirmed, ...(await takenOver(pair, managedFields, confirmed))].map((difference) =>
    driftOf(difference, managedFields),
  )
  return { compared: { kind: 'drifted', ...about(object), uid: inSync.uid, fields, ...extra } }
}

/**
 * What the judge cannot know: that fields change hands before the apply. What the API server would set anew by itself is
 * not lost by it: whoever creates an object from the client owns its defaults, too.
 */
async function takenOver(
  pair: Pair,
  managedFields: readonly ManagerFields[],
  known: readonly Difference[],
): Promise<readonly Difference[]> {
  const given = givenUp(pair, managedFields, known)
  if (given.length === 0) return []
  const creation = await pair.judgeCreation()
  return creation.kind === 'predicted' ? given.filter(isChangedIn(creation.object, pair)) : given
}

function givenUp(
  { desired, live, options, takesOver }: Pair,
  managedFields: readonly ManagerFields[],
  known: readonly Difference[],
): readonly Difference[] {
  if (takesOver === undefined) return []
  const from = clientSideAppliers(managedFields, takesOver.alsoNamed)
  const told = new Set(known.map(({ path }) => formatPath(path)))
  return findTakenOver(desired, live, managedFields, { schema: options.schema, from }).filter(
    ({ path }) => !told.has(formatPath(path)),
  )
}

/** Nothing is deleted before the API server has said that it would take what comes in its place. */
async function compareImmutable(
  pair: Pair,
  refusal: Refusal,
  differences: readonly Difference[],
  managedFields: readonly ManagerFields[],
): Promise<Drifted | Rejected | Unverified> {
  if (!pair.mayRecreate) return unjudged(pair, refusal, differences, managedFields)
  const creation = await pair.judgeCreation()
  if (creation.kind === 'rejected' && !comesWithItsName(creation)) {
    return unjudged(pair, creation, differences, managedFields)
  }
  const { field } = refusal
  return {
    kind: 'drifted',
    ...about(pair.object),
    uid: pair.live.metadata.uid ?? '',
    fields: differences.map((difference) => ({ ...driftOf(difference, managedFields), effect: 'recreate' })),
    recreates: field === undefined ? 'it is immutable' : `${field} is immutable`,
  }
}

/** What is refused only because the object that makes room for it is still there, or because it was asked about by another name. */
function comesWithItsName({ reason, field }: Refusal): boolean {
  return reason === 'quota' || field === 'metadata.name'
}

type Refusal = Extract<Judgement, { readonly kind: 'rejected' }>

interface Differences {
  readonly differences: readonly Difference[]
  /** Paths that differ and are left alone. */
  readonly ignored: readonly string[]
  readonly extra: Pick<InSync, 'extra'>
}

function differencesOf(pair: Pair, managedFields: readonly ManagerFields[]): Differences {
  const { desired, live, options, ignored, marks } = pair
  const all = findDifferences(pair, desired, live, managedFields)
  const paths = ignoredPaths(desired, live, ignored, options.schema)
  const rest = findDifferences(
    pair,
    withOwnMarks(withoutPaths(desired, paths.git, options.schema), desired, marks),
    withOwnMarks(withoutPaths(live, paths.live, options.schema), live, marks),
    managedFields,
  )
  const differences = rest.filter(
    ({ path }) => isOwnMark(path, marks) || !isOwnedByIgnored(managedFields, path, ignored.managers),
  )
  const counted = new Set(differences.map(({ path }) => formatPath(path)))
  const left = all.map(({ path }) => formatPath(path)).filter((path) => !counted.has(path))
  const extra = extraFields(desired, live, managedFields, paths.live, options.schema)
  return { differences, ignored: left, extra: extra.length === 0 ? {} : { extra } }
}

/** What would change beyond what Git says. */
function mutationsOf(
  { live, ignored, options }: Pair,
  predicted: LiveObject,
  known: readonly Difference[],
  managedFields: readonly ManagerFields[],
): readonly Difference[] {
  const { live: paths } = ignoredPaths(live, live, ignored, options.schema)
  const told = new Set(known.map(({ path }) => formatPath(path)))
  return compareLocally(withoutPaths(withoutServerFields(predicted), paths, options.schema), live, options)
    .filter(({ path }) => !told.has(formatPath(path)))
    .filter(({ path }) => !isOwnedByIgnored(managedFields, path, ignored.managers))
}

function withoutServerFields(object: LiveObject): LiveMap {
  const { status: _, metadata, ...rest } = object
  const { managedFields: _m, resourceVersion: _r, generation: _g, ...kept } = metadata
  return { ...rest, metadata: kept }
}

function findDifferences(
  { options }: Pair,
  desired: LiveMap,
  live: LiveMap,
  managedFields: readonly ManagerFields[],
): readonly Difference[] {
  return [
    ...compareLocally(desired, live, options),
    ...findAbandoned(desired, live, managedFields, options.schema),
  ]
}

/** It holds for its rules alone, and as long as nobody who shares a field that we give up lets go of it. */
function verdictOf(
  { desired, live, ignored }: Pair,
  differences: readonly Difference[],
  managedFields: readonly ManagerFields[],
): string {
  const abandoned = differences.filter(({ git }) => git === undefined)
  const shares = abandoned.map(({ path }) => {
    const owners = ownersOf(managedFields, path).map(({ manager }) => manager)
    return `${formatPath(path)} of ${owners.toSorted().join(', ')}`
  })
  const expressions = ignored.expressions.map(({ text }) => text)
  return verdictText(desired, live, [...ignored.pointers, ...expressions, ...ignored.managers, ...shares])
}

function isChangedIn(predicted: LiveObject, { live, options }: Pair): (difference: Difference) => boolean {
  const [before, after] = [placeFinder(live, options.schema), placeFinder(predicted, options.schema)]
  return ({ path }) => {
    const { value, schema } = before(path)
    return !sameValue(value, after(path).value, schema)
  }
}

function unjudged(
  { object }: Pair,
  judgement: Exclude<Judgement, { readonly kind: 'predicted' }>,
  differences: readonly Difference[],
  managedFields: readonly ManagerFields[],
): Rejected | Unverified {
  if (judgement.kind === 'rejected') return { ...judgement, ...about(object) }
  const fields = differences.map((difference) => driftOf(difference, managedFields))
  return { ...judgement, ...about(object), live: 'yes', fields }
}

/** What every comparison says of its object. */
export function about({ key, origin }: DesiredObject): Pick<InSync, 'key' | 'origin'> {
  return origin === undefined ? { key } : { key, origin }
}
