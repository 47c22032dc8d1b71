import { isDeclaration } from '../apps/declaration.ts'
import { resolveSource } from '../apps/resolve.ts'
import type { Commit } from '../git/commit.ts'
import { sameRepository } from '../git/repository.ts'
import { commitReportedOn, type StatusSummary } from '../sync/status-summary.ts'
import { type RenderedSource, renderedSource } from './entry-source.ts'
import type { Ports } from './ports.ts'
import type { Remembered } from './publish.ts'
import { type Roster, type RosterEntry, readRoster } from './roster.ts'
import { createSourceReading, type SourceReading } from './source-reading.ts'

/** An application as it was declared last, with what it rendered then. */
export interface Former {
  readonly entry: RosterEntry
  readonly source: RenderedSource
}

/**
 * Reads a declaration that is gone where it stood last, under the settings and projects of today; or says why nothing
 * can be deleted by it. Throws what hinders reading for a passing reason.
 */
export async function formerEntry(
  ports: Ports,
  roster: Roster,
  { cluster, summary }: Remembered,
): Promise<Former | string> {
  const { deletion, commit, application: name } = summary
  if (deletion === undefined || commit === undefined) return 'it was never deployed'
  const reading = pinned(createSourceReading(ports), commitReportedOn(deletion.at))
  const former = await readRoster(ports, reading, roster.projects)
  const entry = former.entries.find(({ application }) => application.name === name)
  if (entry === undefined || entry.cluster !== cluster || !isSameRoot(entry, deletion)) {
    return 'no root of today declares it where it was declared last'
  }
  if (entry.application.deletesResources === false) return 'its declaration did not ask for their deletion'
  if (!mayTakeAlong(name, former, roster)) return 'what declared it went without its own objects'
  const resolved = resolveSource(entry.application, ports.settings)
  if ('problem' in resolved) return resolved.problem.message
  const at = { repository: resolved.repository, sha: commit }
  return { entry, source: await renderedSource(ports, entry.application, at, await reading.tree(at)) }
}

function isSameRoot(
  { root }: RosterEntry,
  { revision, path }: NonNullable<StatusSummary['deletion']>,
): boolean {
  return root.revision === revision && root.path === path
}

/** Every revision of that repository is this commit. */
function pinned(reading: SourceReading, at: Commit): SourceReading {
  return {
    ...reading,
    commit: async (repository, revision) =>
      sameRepository(repository, at.repository) ? at : reading.commit(repository, revision),
  }
}

/**
 * What an app of apps declares goes with it only if the app of apps asks for the deletion of what is its own. Argo CD
 * would leave the Application object otherwise.
 */
function mayTakeAlong(name: string, former: Roster, roster: Roster): boolean {
  const parent = former.entries.find(({ source }) => source.kind === 'rendered' && declares(source, name))
  if (parent === undefined) return true
  const { application } = parent
  if (roster.entries.some((entry) => entry.application.name === application.name)) return true
  return application.deletesResources !== false && mayTakeAlong(application.name, former, roster)
}

function declares({ rendered }: RenderedSource, name: string): boolean {
  return rendered.manifests.some(({ manifest }) => isDeclaration(manifest) && manifest.metadata.name === name)
}
