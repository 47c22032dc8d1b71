import { compareOptionsAnnotation } from '../kube/annotations.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveObject, Manifest, StringMap } from '../kube/manifest.ts'
import type { Mask } from '../kube/masked.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Redact } from '../kube/redact.ts'
import { present } from '../settings/present.ts'
import { comparePair, type Pair } from './compare-object.ts'
import type { ObjectComparison } from './comparison.ts'
import type { Desired, DesiredObject } from './desired-objects.ts'
import { reasonToKeep } from './extraneous.ts'
import { listedIn } from './hook-marks.ts'
import { type Ignored, ignoredFor } from './ignore.ts'
import { askJudge, type Judge, underAnotherName } from './judge.ts'
import type { OptionsFor } from './kind-schemas.ts'
import { maskDesired } from './mask-desired.ts'
import { ownMarks } from './own-marks.ts'
import { respectIgnored } from './respect-ignored.ts'
import { syncOption } from './sync-option.ts'

export interface Result {
  readonly compared: ObjectComparison
  readonly verdict?: string
  /** What a sync sends in place of what Git says. */
  readonly sent?: Manifest
}

export interface LiveLook {
  readonly desired: Desired
  readonly judge: Judge
  readonly mask: Mask
  readonly redact: Redact
  readonly optionsFor: OptionsFor
  readonly verdicts: StringMap
  /** Formatted keys of what was applied before. */
  readonly applied: ReadonlySet<string>
}

/** Compares an object that is live under the rules of its application. */
export async function compareLive(object: DesiredObject, live: LiveObject, look: LiveLook): Promise<Result> {
  const { application } = look.desired
  const ignored = ignoredFor(application.ignoreDifferences, object.key)
  const pair = {
    desired: maskDesired(object.manifest, look.mask),
    live,
    options: await look.optionsFor(object.manifest),
    ignored,
    marks: ownMarks(application),
    includesMutations:
      application.includesMutations === true ||
      listedIn(object.manifest, compareOptionsAnnotation).includes('IncludeMutationWebhook=true'),
  }
  const isAskedFor = syncOption('RespectIgnoreDifferences', application.syncPolicy.options) === 'true'
  const respects = isAskedFor && isAnything(ignored)
  const sent = respects
    ? { ...object, manifest: respectIgnored({ ...pair, git: pair.desired, manifest: object.manifest }) }
    : object
  const result = await comparePair({
    ...pair,
    object,
    remembered: getOwn(look.verdicts, formatKey(object.key)),
    judge: () => askJudge(look.judge, sent, look.redact, true),
    ...present({ takesOver: takesOver(object, look) }),
    judgeCreation: () => askJudge(look.judge, underAnotherName(object), look.redact, false),
    mayRecreate: mayRecreate(object, live, look),
  })
  const isKept = result.compared.kind !== 'drifted' || result.compared.recreates === undefined
  return respects && isKept ? { ...result, sent: sent.manifest } : result
}

function takesOver(
  { key }: DesiredObject,
  { desired: { application }, applied }: LiveLook,
): Pair['takesOver'] {
  const isOff = syncOption('ClientSideApplyMigration', application.syncPolicy.options) === 'false'
  return isOff || applied.has(formatKey(key)) ? undefined : present({ alsoNamed: application.migratesFrom })
}

function isAnything({ pointers, expressions, managers }: Ignored): boolean {
  return pointers.length + expressions.length + managers.length > 0
}

/** A sync option asks for it, and the live object is the application's own to delete. */
function mayRecreate(
  { manifest }: DesiredObject,
  live: LiveObject,
  { desired: { application } }: LiveLook,
): boolean {
  const isAskedFor = ['Replace', 'Force'].some(
    (name) => syncOption(name, application.syncPolicy.options, manifest, live) === 'true',
  )
  return isAskedFor && reasonToKeep(live, application.name) === undefined
}
