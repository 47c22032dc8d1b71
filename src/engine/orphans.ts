import type { Orphan } from '../report/swept.ts'
import { present } from '../settings/present.ts'
import type { StatusSummary } from '../sync/status-summary.ts'
import type { Ports } from './ports.ts'
import { clustersOf, type Memory, recall } from './publish.ts'
import type { Roster } from './roster.ts'

/** What is remembered in every cluster that the settings or an application name. */
export function recallAll(ports: Ports, roster: Roster): Promise<Memory> {
  return recall(ports, [...clustersOf(roster), ...ports.settings.clusters.map(({ name }) => name)])
}

/**
 * Applications that were deployed and that nothing declares any more; their objects stay, or are on their way out. There
 * is none while a declaration cannot be read: the application may be there.
 */
export function orphansIn(roster: Roster, { of }: Memory): readonly Orphan[] {
  if (!roster.complete) return []
  const declared = new Set(roster.entries.map(({ application }) => application.name))
  return [...of]
    .filter(([application]) => !declared.has(application))
    .map(([application, { cluster, summary }]) => ({
      application,
      cluster,
      ...present({
        going: going(summary),
        neverSynced: summary.operation === undefined ? (true as const) : undefined,
      }),
    }))
    .toSorted((a, b) => (a.application < b.application ? -1 : 1))
}

function going({ deletion, message }: StatusSummary): string | undefined {
  if (deletion === undefined) return undefined
  return deletion.on === undefined ? 'not begun yet; a push or the next sweep begins it' : message
}
