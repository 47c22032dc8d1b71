import { mapBounded } from '../map-bounded.ts'
import type { SkippedApplication } from '../report/preview.ts'
import { declarationDigest } from './declaration-digest.ts'
import { commitOf } from './entry-source.ts'
import type { Pause } from './pause.ts'
import type { Roster, RosterEntry } from './roster.ts'
import { sourceDiffers } from './touched.ts'

/** What a pull request does to one application. */
export type RosterChange =
  | { readonly kind: 'added'; readonly head: RosterEntry }
  | { readonly kind: 'changed'; readonly base: RosterEntry; readonly head: RosterEntry }
  | { readonly kind: 'removed'; readonly base: RosterEntry }

export interface RosterChanges {
  /** By name. */
  readonly changes: readonly RosterChange[]
  readonly skipped: readonly SkippedApplication[]
}

const comparedAtOnce = 8

/** Which applications the merge result has otherwise than the base: declared anew, rendered from other inputs, or gone. */
export async function rosterChanges(base: Roster, merged: Roster, pause?: Pause): Promise<RosterChanges> {
  const before = byName(base)
  const after = byName(merged)
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const found = await mapBounded(names, comparedAtOnce, async (name) => {
    await pause?.()
    return changeOf(before.get(name), after.get(name), merged.complete)
  })
  return {
    changes: found.filter((one): one is RosterChange => one !== undefined && 'kind' in one),
    skipped: found.filter((one): one is SkippedApplication => one !== undefined && 'reason' in one),
  }
}

async function changeOf(
  base: RosterEntry | undefined,
  head: RosterEntry | undefined,
  isComplete: boolean,
): Promise<RosterChange | SkippedApplication | undefined> {
  if (base === undefined) return head && { kind: 'added', head }
  const { name } = base.application
  if (head === undefined) {
    return isComplete
      ? { kind: 'removed', base }
      : { name, reason: 'what might declare it could not be read' }
  }
  if (await isChanged(base, head)) return { kind: 'changed', base, head }
  if (isElsewhere(base, head)) return undefined
  const isUnusable = head.source.kind === 'unusable'
  return {
    name,
    reason: isUnusable ? 'it cannot be rendered, with or without this' : 'nothing that it reads changes',
  }
}

async function isChanged(base: RosterEntry, head: RosterEntry): Promise<boolean> {
  if (base.cluster !== head.cluster) return true
  if (declarationDigest(base.application) !== declarationDigest(head.application)) return true
  if (base.source.kind === 'unusable' || head.source.kind === 'unusable') {
    return problemOf(base) !== problemOf(head)
  }
  if (commitOf(base.source)?.sha === commitOf(head.source)?.sha) return false
  const { inputs } = head.source.kind === 'rendered' ? head.source.rendered : head.source
  return sourceDiffers(head.application, inputs, base.source.tree, head.source.tree)
}

function problemOf({ source }: RosterEntry): string {
  return source.kind === 'unusable' ? `${source.problem.code} ${source.problem.message}` : ''
}

/** Neither declared by nor rendered from a repository that the merge would change. */
function isElsewhere(base: RosterEntry, head: RosterEntry): boolean {
  return head.declaredBy.sha === base.declaredBy.sha && shaOf(head) === shaOf(base)
}

function shaOf({ source, declaredBy }: RosterEntry): string {
  return (commitOf(source) ?? declaredBy).sha
}

function byName({ entries }: Roster): ReadonlyMap<string, RosterEntry> {
  return new Map(entries.map((entry) => [entry.application.name, entry]))
}
