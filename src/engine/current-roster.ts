import type { Ports } from './ports.ts'
import { type Roster, readRoster } from './roster.ts'
import type { Resolved } from './roster-cache.ts'
import type { SourceReading } from './source-reading.ts'

/** What the cache holds of us. */
class KeptRoster {
  readonly roster: Roster

  constructor(roster: Roster) {
    this.roster = roster
  }
}

/** The roster at the tips, read anew only when one of them has moved. Throws as `readRoster` does. */
export async function currentRoster(ports: Ports, reading: SourceReading): Promise<Roster> {
  const now = { ...reading, host: (name: string) => ports.host(name) }
  const known = await ports.rosters.recall(now)
  if (known instanceof KeptRoster) return known.roster
  const resolved = new Map<string, Resolved>()
  let isWhole = true
  const roster = await readRoster(ports, {
    ...reading,
    async commit(repository, revision) {
      try {
        const commit = await reading.commit(repository, revision)
        resolved.set(JSON.stringify([repository, revision]), { repository, revision, commit })
        return commit
      } catch (error) {
        isWhole = false
        throw error
      }
    },
  })
  if (isWhole && isLasting(roster)) ports.rosters.keep(new KeptRoster(roster), [...resolved.values()], now)
  return roster
}

/** Whatever could not be found out for a passing reason is asked again. */
function isLasting({ entries, problems }: Roster): boolean {
  return (
    entries.every(({ source }) => source.kind !== 'unusable' || !source.problem.retryable) &&
    problems.every(({ problem }) => !problem.retryable)
  )
}
