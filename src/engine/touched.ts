import type { Application } from '../apps/application.ts'
import type { Commit } from '../git/commit.ts'
import type { Inputs } from '../git/inputs.ts'
import { inputsDiffer } from '../git/inputs-differ.ts'
import { sameRepository } from '../git/repository.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { RenderedApp } from '../render/rendered-app.ts'
import { digestOf } from '../sync/digest.ts'
import type { StatusSummary } from '../sync/status-summary.ts'
import { declarationDigest } from './declaration-digest.ts'
import type { RememberedSource, RenderedSource } from './entry-source.ts'
import type { RosterEntry } from './roster.ts'
import type { Match, MatchReason } from './run-store.ts'
import type { SourceReading } from './source-reading.ts'
import type { PushTrigger } from './trigger.ts'

/**
 * Does a push touch an application? It does when what its render reads differs between the commit it was last seen at
 * and the one it follows now, or when it is declared otherwise. The payload's commits and file lists are not asked; a
 * `head` that it has seen already is answered again. Design D1, D2.
 */
export async function matchPush(
  entry: RosterEntry,
  trigger: PushTrigger,
  head: Commit,
  seen: StatusSummary | undefined,
  reading: SourceReading,
): Promise<Match> {
  const { application, source, declaredBy } = entry
  const match = (touched: boolean, reason: MatchReason): Match => ({
    application: application.name,
    touched,
    reason,
  })
  if (source.kind === 'unusable') {
    const repository = source.commit?.repository ?? declaredBy.repository
    return match(sameRepository(repository, trigger.repository), 'cannot-be-rendered')
  }
  const { commit, inputs } = source.kind === 'rendered' ? source.rendered : source
  const isNear = [commit, declaredBy].some(({ repository }) => sameRepository(repository, trigger.repository))
  if (!isNear) return match(false, 'another-repository')
  if (seen?.commit === undefined) return match(true, 'never-seen')
  if (seen.declaration !== declarationDigest(application)) return match(true, 'declaration-changed')
  if (seen.commit === commit.sha) {
    const isPushed = [commit, declaredBy].some(({ sha }) => sha === head.sha)
    return match(isPushed && seen.reportedOn?.sha === commit.sha, 'same-commit')
  }
  const differs =
    seen.render === undefined || !followsInputs(application)
      ? await differsSince(reading, { ...commit, sha: seen.commit }, entry, { inputs, tree: source.tree })
      : seen.render !== renderOf(application, source)
  if (differs) return match(true, 'inputs-changed')
  const isInOrder = seen.verdict === 'success'
  return match(!isInOrder, isInOrder ? 'inputs-unchanged' : 'not-in-order')
}

/**
 * Everything that a sync depends on: what is declared, and all that its render read. Equal digests are the same work;
 * what a project permits of it is no part of it.
 */
export function renderDigest({ application, inputs }: Pick<RenderedApp, 'application' | 'inputs'>): string {
  const { governedBy: _rules, ...declared } = application
  const read = inputs.map(({ path, kind, id = '' }) => [path, kind, id])
  return digestOf(declarationDigest(declared), JSON.stringify(read))
}

/** True when the host has that commit no more. */
async function differsSince(
  reading: SourceReading,
  commit: Commit,
  { application }: RosterEntry,
  { inputs, tree }: { readonly inputs: Inputs; readonly tree: SourceTree },
): Promise<boolean> {
  const before = await treeBefore(reading, commit)
  return before === undefined || sourceDiffers(application, inputs, before, tree)
}

/** The same of what a roster holds, whether it was rendered now or is remembered. */
export function renderOf(application: Application, source: RenderedSource | RememberedSource): string {
  return renderDigest(source.kind === 'rendered' ? source.rendered : { application, inputs: source.inputs })
}

/** Undefined when the host has that commit no more: then anything may have changed. */
async function treeBefore(reading: SourceReading, commit: Commit): Promise<SourceTree | undefined> {
  try {
    return await reading.tree(commit)
  } catch {
    return undefined
  }
}

/** The annotation that names the paths has the last word; without it, what the render read. */
export async function sourceDiffers(
  application: Application,
  inputs: Inputs,
  before: SourceTree,
  now: SourceTree,
): Promise<boolean> {
  if (followsInputs(application)) return inputsDiffer(inputs, before)
  const { generatePaths = [] } = application
  const pairs = await Promise.all(
    generatePaths.map((path) => Promise.all([before.lookup(path), now.lookup(path)])),
  )
  return pairs.some(([old, current]) => old?.id !== current?.id)
}

function followsInputs({ generatePaths }: Application): boolean {
  return generatePaths === undefined || generatePaths.some((path) => /[*?[]/.test(path))
}
