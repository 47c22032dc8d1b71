import type { Application } from '../apps/application.ts'
import type { Commit, CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Root } from '../settings.ts'
import type { EntrySource } from './entry-source.ts'

export interface RosterEntry {
  readonly application: Application
  readonly root: Root
  /** Name of the destination cluster in the settings. */
  readonly cluster: string
  /** The commit that holds the declaration. */
  readonly declaredBy: Commit
  readonly source: EntrySource
}

export interface RosterProblem {
  /** Where it is told: at one commit, or at any of a repository. */
  readonly at: { readonly repository: Repository; readonly sha?: CommitSha }
  readonly problem: ReportProblem
  readonly application?: string
}
