import type { Application } from '../apps/application.ts'
import { resolveSource } from '../apps/resolve.ts'
import type { Outline } from '../diff/outline.ts'
import { PlumblineError } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import type { Inputs } from '../git/inputs.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { RenderedApp } from '../render/rendered-app.ts'
import type { ReportProblem } from '../report/report.ts'
import { problemOfDeclaration } from '../report/report-problem.ts'
import { present } from '../settings/present.ts'
import { timed } from './meter.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { SourceReading } from './source-reading.ts'

/** Where an application's manifests come from, as far as they are there. */
export type EntrySource = RenderedSource | RememberedSource | UnusableSource

/** What it declares is among the manifests, and in the roster. */
export interface RenderedSource {
  readonly kind: 'rendered'
  readonly rendered: RenderedApp
  readonly tree: SourceTree
}

/**
 * Nothing of what it read has changed since its record was written, so what it declares is known without a render. It
 * holds no declarations.
 */
export interface RememberedSource {
  readonly kind: 'remembered'
  readonly commit: Commit
  readonly inputs: Inputs
  readonly outline: Outline
  readonly tree: SourceTree
}

export interface UnusableSource {
  readonly kind: 'unusable'
  readonly commit?: Commit
  readonly problem: ReportProblem
  /** Seconds, where the Git host asked to wait. */
  readonly retryAfter?: number
}

/** The commit that an application's manifests are of; undefined where it could not be found out. */
export function commitOf(source: EntrySource): Commit | undefined {
  return source.kind === 'rendered' ? source.rendered.commit : source.commit
}

/** What its render read; undefined where there is none. */
export function inputsOf(source: EntrySource): Inputs | undefined {
  if (source.kind === 'unusable') return undefined
  return source.kind === 'rendered' ? source.rendered.inputs : source.inputs
}

/** Opens an application's repository where it follows it; errors of Git and of what is there make it unusable. */
export async function openSource<T>(
  { settings, pause }: Pick<Ports, 'settings' | 'pause'>,
  reading: SourceReading,
  application: Application,
  read: (commit: Commit, tree: SourceTree) => Promise<T>,
): Promise<T | UnusableSource> {
  await pause?.()
  const resolved = resolveSource(application, settings, reading.lookUp)
  if ('problem' in resolved) return { kind: 'unusable', problem: problemOfDeclaration(resolved.problem) }
  let commit: Commit | undefined
  try {
    commit = await reading.commit(resolved.repository, application.source.targetRevision)
    return await read(commit, await reading.tree(commit))
  } catch (error) {
    const { retryAfter } = error instanceof PlumblineError ? error : {}
    return { kind: 'unusable', problem: problemOf(error), ...present({ commit, retryAfter }) }
  }
}

export async function renderedSource(
  ports: Pick<Ports, 'renders' | 'meter' | 'now'>,
  application: Application,
  commit: Commit,
  tree: SourceTree,
): Promise<RenderedSource> {
  const rendered = await timed(ports, 'render', () => ports.renders.render(application, commit, tree))
  return { kind: 'rendered', rendered, tree }
}

/** With its manifests, where they were only remembered until now. */
export async function withRender<
  T extends { readonly application: Application; readonly source: EntrySource },
>(
  ports: Pick<Ports, 'renders' | 'meter' | 'now'>,
  entry: T,
): Promise<T & { readonly source: RenderedSource | UnusableSource }> {
  const { application, source } = entry
  if (source.kind !== 'remembered') return { ...entry, source }
  const { commit, tree } = source
  try {
    return { ...entry, source: await renderedSource(ports, application, commit, tree) }
  } catch (error) {
    return { ...entry, source: { kind: 'unusable', problem: problemOf(error), commit } }
  }
}
