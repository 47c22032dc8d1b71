import type { ReportProblem } from '../report/report.ts'
import type { StatusSummary } from '../sync/status-summary.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { readRemembered } from './publish.ts'

/** How every application of the installation stands, as its last call left it. */
export interface ListedApplications {
  /** By name. */
  readonly applications: readonly ListedApplication[]
  /** Clusters that could not be asked: what they hold is missing from the list. */
  readonly problems: readonly ReportProblem[]
}

export interface ListedApplication extends StatusSummary {
  /** The cluster that keeps its record. */
  readonly cluster: string
}

/** One metadata-only LIST for each cluster of the settings; Git is not asked. */
export async function listApplications(ports: Ports): Promise<ListedApplications> {
  const found = await Promise.all(ports.settings.clusters.map(({ name }) => listOne(ports, name)))
  const applications = found.flatMap((one) => one.applications)
  return {
    applications: applications.toSorted((a, b) => (a.application < b.application ? -1 : 1)),
    problems: found.flatMap((one) => one.problems),
  }
}

async function listOne(ports: Ports, cluster: string): Promise<ListedApplications> {
  try {
    const remembered = await readRemembered(ports, [cluster])
    const applications = [...remembered.values()].map(({ summary }) => ({ ...summary, cluster }))
    return { applications, problems: [] }
  } catch (error) {
    return { applications: [], problems: [problemOf(error)] }
  }
}
