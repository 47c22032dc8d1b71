import type { Application } from '../apps/application.ts'
import type { Commit, CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { RenderedApp } from '../render/rendered-app.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Root } from '../settings.ts'

export interface RosterEntry {
  readonly application: Application
  readonly root: Root
  /** Name of the destination cluster in the settings. */
  readonly cluster: string
  /** The commit that holds the declaration. */
  readonly declaredBy: Commit
  readonly source: EntrySource
}

/** What it declares is among the manifests, and in the roster. */
export interface RenderedSource {
  readonly kind: 'rendered'
  readonly rendered: RenderedApp
  readonly tree: SourceTree
}

export type EntrySource =
  | RenderedSource
  | { readonly kind: 'unusable'; readonly commit?: Commit; readonly problem: ReportProblem }

export interface RosterProblem {
  /** Where it is told: at one commit, or at any of a repository. */
  readonly at: { readonly repository: Repository; readonly sha?: CommitSha }
  readonly problem: ReportProblem
  readonly application?: string
}
