import type { Application } from '../apps/application.ts'
import type { Commit, CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Root } from '../settings.ts'
import { commitOf, type EntrySource } from './entry-source.ts'

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

/** Where an application's manifests are, as far as that is known. */
export function repositoryOf({ source, declaredBy }: Omit<RosterEntry, 'cluster' | 'root'>): Repository {
  return (commitOf(source) ?? declaredBy).repository
}
