import type { FieldPath } from '../kube/field-path.ts'
import { FieldSet } from '../kube/field-set.ts'
import { isJsonObject, type Json, type JsonObject } from '../kube/json.ts'
import { type ManagerFields, ownersOf, parseManagedFields } from '../kube/managed-fields.ts'
import type { LiveObject, LiveValue, Manifest } from '../kube/manifest.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { present } from '../settings/present.ts'
import { type Ignored, isOwnedByIgnored } from './ignore.ts'
import { ignoredPaths } from './ignored-paths.ts'
import { compareLocally, type LocalCompareOptions } from './local-compare.ts'
import type { OwnMarks } from './own-marks.ts'
import { isOurApply, ownFields } from './owned-fields.ts'
import { isPlain } from './plain-value.ts'
import { isAbsent, sameValue } from './same-value.ts'
import { placeAt } from './value-at.ts'
import { withValue } from './with-value.ts'
import { withoutPaths } from './without-paths.ts'

export interface RespectInput {
  /** What Git says, as it would be sent. */
  readonly manifest: Manifest
  /** The same, masked as the live object is. */
  readonly git: LiveObject
  readonly live: LiveObject
  readonly ignored: Ignored
  readonly marks: OwnMarks
  readonly options: LocalCompareOptions
}

/**
 * What is sent of an object under `RespectIgnoreDifferences`: without the ignored fields, save those that we alone own.
 * Left out, the API server would remove them; they are sent as they are live until somebody else owns them. Of a list or
 * map that is one whole, what is ignored is sent as it is live, whoever owns it. A secret value cannot be sent as it is
 * live: where we alone own it, it is sent as Git says. Design D6.
 */
export function respectIgnored(input: RespectInput): Manifest {
  const { manifest, git, live, ignored, marks, options } = input
  const { schema } = options
  const managedFields = parseManagedFields(live.metadata.managedFields)
  const named = ignoredPaths(git, live, ignored, schema)
  const owned = compareLocally(git, live, options)
    .map(({ path }) => path)
    .filter((path) => isOwnedByIgnored(managedFields, path, ignored.managers))
  const all = [...named.git.paths(), ...owned]
  const isFree = (path: FieldPath) => wholeAround(path, schema) === undefined && !isKeyOfItem(path, input)
  const free = FieldSet.of(all.filter(isFree))
  const bare = withoutPaths(manifest, free, schema)
  const kept = [...ownFields(managedFields).leaves()].filter((path) => isKept(path, free, managedFields))
  const restored = kept.reduce<Json>((object, path) => {
    const value = placeAt(live, path, schema).value
    return asLive(object, path, value, placeAt(manifest, path, schema).value, schema)
  }, bare)
  const wholes = [...all, ...named.live.paths()].flatMap((path) => {
    const whole = wholeAround(path, schema)
    return whole === undefined ? [] : [whole]
  })
  const sent = FieldSet.of(wholes)
  const result = [...sent.paths()].reduce<Json>(
    (object, whole) => withWhole(object, whole, named.git, named.live, input),
    restored,
  )
  return isJsonObject(result) ? withIdentity(result, manifest, marks) : manifest
}

/** A rule may name it, too; without it nobody would know what is sent. */
function withIdentity(sent: JsonObject, manifest: Manifest, marks: OwnMarks): Manifest {
  const { apiVersion, kind, metadata } = manifest
  const rest = marks.reduce<Json | undefined>((object, [, ...mark]) => {
    const text = placeAt(metadata, mark, anySchema).value
    return typeof text === 'string' ? withValue(object, mark, text, anySchema) : object
  }, sent.metadata)
  const { name, namespace } = metadata
  return {
    ...sent,
    apiVersion,
    kind,
    metadata: { ...(isJsonObject(rest) && rest), ...present({ name, namespace }) },
  }
}

function isKept(path: FieldPath, ignored: FieldSet, managedFields: readonly ManagerFields[]): boolean {
  const isIgnored = path.some((_, length) => ignored.has(path.slice(0, length + 1)))
  return isIgnored && ownersOf(managedFields, path).every(isOurApply)
}

function asLive(
  object: Json,
  path: FieldPath,
  live: LiveValue | undefined,
  git: LiveValue | undefined,
  schema: Schema,
): Json {
  if (isAbsent(live)) return object
  if (isPlain(live)) return withValue(object, path, live, schema)
  return isAbsent(git) || !isPlain(git) ? object : withValue(object, path, git, schema)
}

/** Where nothing else differs in it, the whole is sent as it is live; else only what is ignored. */
function withWhole(
  object: Json,
  whole: FieldPath,
  inGit: FieldSet,
  inLive: FieldSet,
  { git, live, options: { schema } }: RespectInput,
): Json {
  const current = placeAt(live, whole, schema).value
  const wanted = placeAt(git, whole, schema)
  if (isAbsent(current) || isAbsent(wanted.value) || !isPlain(current)) return object
  const rest = placeAt(withoutPaths(git, inGit, schema), whole, schema).value
  const liveRest = placeAt(withoutPaths(live, inLive, schema), whole, schema).value
  if (sameValue(rest, liveRest, wanted.schema)) return withValue(object, whole, current, schema)
  return [...inGit.under(whole).leaves()].reduce<Json>((changed, below) => {
    const path = [...whole, ...below]
    const value = placeAt(live, path, schema).value
    return isAbsent(value) || !isPlain(value) ? changed : withValue(changed, path, value, schema)
  }, object)
}

/** Without what tells it apart an item is another one; what is the same on both sides needs no respect. */
function isKeyOfItem(path: FieldPath, { live, options: { schema } }: RespectInput): boolean {
  const [item, last] = path.slice(-2)
  if (item?.kind !== 'key' || last?.kind !== 'field') return false
  return item.keys.some(([name]) => name === last.name) && !isAbsent(placeAt(live, path, schema).value)
}

/** The list or map around a field that is one whole: it cannot be sent in part. */
function wholeAround(path: FieldPath, schema: Schema): FieldPath | undefined {
  let type = schema
  for (const [length, element] of path.entries()) {
    const isField = element.kind === 'field'
    if (isField ? type.map?.isAtomic === true : element.kind === 'index') return path.slice(0, length)
    type = (isField ? type.map?.get(element.name) : type.list?.item) ?? anySchema
  }
  return undefined
}
