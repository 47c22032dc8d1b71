import { ClusterError } from '../cluster/cluster-error.ts'
import type { ReportProblem } from '../report/report.ts'
import type { Ports } from './ports.ts'
import { clustersOf, readRemembered } from './publish.ts'
import type { Roster } from './roster.ts'

/**
 * Applications that were deployed and that nothing declares any more, as warnings; their objects stay. Nothing is said
 * while a declaration cannot be read, or a cluster: the application may be there.
 */
export async function orphans(ports: Ports, roster: Roster): Promise<readonly ReportProblem[]> {
  if (!roster.complete) return []
  const declared = new Set(roster.entries.map(({ application }) => application.name))
  const remembered = await readRemembered(ports, clustersOf(roster)).catch((error: unknown) => {
    if (error instanceof ClusterError) return new Map<string, never>()
    throw error
  })
  return [...remembered.keys()]
    .filter((name) => !declared.has(name))
    .toSorted()
    .map((name) => ({
      code: 'orphaned',
      message: `application ${name} is declared no more; its objects stay: delete them, or declare it again`,
      turn: 'author',
      retryable: false,
      warning: true,
    }))
}
