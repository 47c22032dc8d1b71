import { type Commit, sameCommit } from '../git/commit.ts'
import type { Preview } from '../report/preview.ts'
import type { ReportProblem } from '../report/report.ts'
import { commitReportedOn } from '../sync/status-summary.ts'
import { type ListedApplication, listApplications } from './list-applications.ts'
import type { Ports } from './ports.ts'
import type { RunRecord } from './run-store.ts'

/** All that is remembered of what was told on one commit. */
export interface CommitView {
  readonly commit: Commit
  readonly applications: readonly ApplicationOnCommit[]
  /** Of pull requests with this head. */
  readonly previews: readonly Preview[]
  readonly problems: readonly ReportProblem[]
}

export interface ApplicationOnCommit {
  readonly name: string
  /** Its answer stands there now: how it stands is what the commit's status says. */
  readonly status?: ListedApplication
  /** Newest first, as far as the run store remembers. */
  readonly runs: readonly RunRecord[]
}

export async function viewCommit(ports: Ports, commit: Commit): Promise<CommitView> {
  const { applications, problems } = await listApplications(ports)
  const found = await Promise.all(applications.map((status) => onCommit(ports, commit, status)))
  const there = found.filter(({ status, runs }) => status !== undefined || runs.length > 0)
  return { commit, applications: there, previews: await ports.runs.previews(commit), problems }
}

async function onCommit(
  ports: Ports,
  commit: Commit,
  listed: ListedApplication,
): Promise<ApplicationOnCommit> {
  const { application: name, reportedOn } = listed
  const runs = (await ports.runs.runs(name)).filter(({ on }) => sameCommit(on, commit))
  const isHere = reportedOn !== undefined && sameCommit(commitReportedOn(reportedOn), commit)
  return isHere ? { name, runs, status: listed } : { name, runs }
}
