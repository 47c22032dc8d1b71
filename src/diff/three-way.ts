import { compareBytes } from '../git/byte-order.ts'
import { elementText, type FieldPath, formatPath } from '../kube/field-path.ts'
import { type ManagerFields, parseManagedFields } from '../kube/managed-fields.ts'
import type { LiveObject, LiveValue } from '../kube/manifest.ts'
import type { ObjectComparison, Writer } from './comparison.ts'
import { shown } from './drift.ts'
import type { Cause, Equalities, FieldPreview, FieldWill } from './field-preview.ts'
import { compareLocally, type LocalCompareOptions } from './local-compare.ts'
import { findAbandoned } from './owned-fields.ts'
import { isAbsent, sameValue } from './same-value.ts'
import { placeAt } from './value-at.ts'
import { writerOf } from './writers.ts'

/** One object as Git had it, as Git will have it, and as it is; what is secret is masked alike in all of them. */
export interface ThreeWay {
  readonly base?: LiveObject
  readonly head?: LiveObject
  /** Absent when it is not there, or when nothing is known of it. */
  readonly live?: LiveObject
  /** What comparing each side with what is live said of it. */
  readonly compared: { readonly base?: ObjectComparison; readonly head?: ObjectComparison }
  readonly options: LocalCompareOptions
  /**
   * What the sync does to the object. `unknown`: nothing live was asked, and only Git is compared with Git. `leave`: it
   * is not sent.
   */
  readonly sync: 'apply' | 'leave' | 'reject' | 'unknown'
  /** The last sync brought what the base says: what is missing since then was taken away by somebody. */
  readonly isSynced: boolean
}

/**
 * Every leaf in which the three are not the same, by path. A side that the judge called equal to what is live is equal,
 * however it is written. An object that leaves Git has no fields.
 */
export function threeWay(three: ThreeWay): readonly FieldPreview[] {
  const { head } = three
  if (head === undefined) return []
  const managedFields = parseManagedFields(three.live?.metadata.managedFields)
  const differing = differingFromLive(head, three.compared.head, three, managedFields)
  const look: Look = {
    ...three,
    managedFields,
    base: three.base,
    againstBase: onOneLineWith(differingFromLive(three.base, three.compared.base, three, managedFields)),
    againstHead: onOneLineWith(differing),
  }
  const paths = withoutNested([...changedInGit(three.base, head, three.options), ...differing])
  return paths
    .map((path) => fieldAt(path, head, look))
    .filter((field) => field !== undefined)
    .toSorted((a, b) => compareBytes(a.path, b.path))
}

type HasPath = (path: FieldPath) => boolean

interface Look extends Omit<ThreeWay, 'base' | 'head'> {
  readonly base: LiveObject | undefined
  readonly managedFields: readonly ManagerFields[]
  /** Whether a side is not what is live at a path, above it, or below it. */
  readonly againstBase: HasPath
  readonly againstHead: HasPath
}

function changedInGit(
  base: LiveObject | undefined,
  head: LiveObject,
  options: LocalCompareOptions,
): readonly FieldPath[] {
  const before = base ?? { apiVersion: head.apiVersion, kind: head.kind, metadata: { name: '' } }
  return [...compareLocally(head, before, options), ...compareLocally(before, head, options)].map(
    ({ path }) => path,
  )
}

/** What differs as it is written, less what the judge called the same. */
function differingFromLive(
  side: LiveObject | undefined,
  compared: ObjectComparison | undefined,
  { live, options, sync }: ThreeWay,
  managedFields: readonly ManagerFields[],
): readonly FieldPath[] {
  if (side === undefined || sync === 'unknown') return []
  const written = live ?? { apiVersion: side.apiVersion, kind: side.kind, metadata: { name: '' } }
  const differences = [
    ...compareLocally(side, written, options),
    ...findAbandoned(side, written, managedFields, options.schema),
  ].map(({ path }) => path)
  const confirmed = confirmedBy(compared)
  return confirmed === undefined ? differences : differences.filter((path) => confirmed.has(formatPath(path)))
}

/** Undefined where the judge did not say. What an object in sync ignores differs all the same. */
function confirmedBy(compared: ObjectComparison | undefined): ReadonlySet<string> | undefined {
  if (compared?.kind === 'inSync') return new Set(compared.ignored)
  return compared?.kind === 'drifted' ? new Set(compared.fields.map(({ path }) => path)) : undefined
}

/** A path below another one is told with it. */
function withoutNested(paths: readonly FieldPath[]): readonly FieldPath[] {
  const byText = new Map(paths.map((path) => [textOf(path), path]))
  return [...byText.values()].filter((path) => !prefixes(path).some((text) => byText.has(text)))
}

interface Values {
  readonly base: LiveValue | undefined
  readonly head: LiveValue | undefined
  readonly live: LiveValue | undefined
}

function fieldAt(path: FieldPath, head: LiveObject, look: Look): FieldPreview | undefined {
  const at = (object: LiveObject | undefined) => object && placeAt(object, path, look.options.schema).value
  const values: Values = { base: at(look.base), head: at(head), live: at(look.live) }
  const equal = equalities(path, head, values, look)
  if (equal.baseHead && (equal.headLive || look.sync === 'unknown')) return undefined
  const shared = { path: formatPath(path), base: shown(values.base), head: shown(values.head), equal }
  if (look.sync === 'unknown') return { ...shared, cause: 'pull-request', will: willInGit(values) }
  const writer = isAbsent(values.live) ? undefined : writerOf(look.managedFields, path)
  const cause = causeOf(values, equal, writer, look.isSynced)
  const will = willDo(path, values, equal, cause, look)
  return {
    ...shared,
    live: shown(values.live),
    cause,
    will,
    ...(writer === undefined ? {} : { writer }),
    ...(will === 'keep' ? { keptBy: keeper(writer, look) } : {}),
  }
}

function equalities(
  path: FieldPath,
  head: LiveObject,
  { base, head: after, live }: Values,
  look: Look,
): Equalities {
  const { schema } = placeAt(head, path, look.options.schema)
  const isKnown = look.sync !== 'unknown'
  return {
    baseHead: sameValue(base, after, schema),
    baseLive: isKnown && isAsLive(base, live, path, look.againstBase),
    headLive: isKnown && isAsLive(after, live, path, look.againstHead),
  }
}

/** A side that says nothing of a field is as what is live where that has none either. */
function isAsLive(
  git: LiveValue | undefined,
  live: LiveValue | undefined,
  path: FieldPath,
  differs: HasPath,
): boolean {
  return isAbsent(git) ? isAbsent(live) : !differs(path)
}

/** Nobody edited a live value that nobody owns, or that we wrote: it is an older one of ours, or a default. */
function causeOf(
  { base, live }: Values,
  { baseHead, baseLive, headLive }: Equalities,
  writer: Writer | undefined,
  isSynced: boolean,
): Cause {
  const isTakenAway = isAbsent(live) && !isAbsent(base) && isSynced
  const isEdited = isTakenAway || (writer !== undefined && writer.class !== 'us')
  if (!baseHead) return isEdited && !baseLive && !headLive ? 'both' : 'pull-request'
  const isLeft = writer === undefined && isSynced
  return isEdited || isLeft ? 'drift' : 'not-yet-synced'
}

function willInGit({ base, head }: Values): FieldWill {
  if (isAbsent(head)) return 'remove'
  return isAbsent(base) ? 'add' : 'set'
}

function willDo(
  path: FieldPath,
  { head, live }: Values,
  { headLive }: Equalities,
  cause: Cause,
  { sync, againstHead, compared }: Look,
): FieldWill {
  if (headLive) return 'no-op'
  if (sync === 'reject') return 'reject'
  if (sync === 'leave') return 'keep'
  if (compared.head?.kind === 'drifted' && compared.head.recreates !== undefined) return 'recreate'
  if (isAbsent(head)) return againstHead(path) ? 'remove' : 'keep'
  if (cause === 'drift') return 'revert'
  if (isAbsent(live)) return 'add'
  return cause === 'both' ? 'overwrite-live-edit' : 'set'
}

function keeper(writer: Writer | undefined, { sync }: Look): string {
  if (sync === 'leave') return 'an ignore rule'
  return writer?.manager ?? 'its default'
}

/** True for these paths, what is above them and what is below them. */
function onOneLineWith(paths: readonly FieldPath[]): HasPath {
  const own = new Set(paths.map(textOf))
  const above = new Set(paths.flatMap(prefixes))
  return (path) =>
    above.has(textOf(path)) || own.has(textOf(path)) || prefixes(path).some((text) => own.has(text))
}

function prefixes(path: FieldPath): readonly string[] {
  return path.map((_, length) => textOf(path.slice(0, length)))
}

function textOf(path: FieldPath): string {
  return JSON.stringify(path.map(elementText))
}
