import type { Commit } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { GitHost } from '../githost/git-host.ts'
import { mapBounded } from '../map-bounded.ts'

/** How revisions are resolved now. */
export interface Resolving {
  host(name: string): GitHost
  commit(repository: Repository, revision: string): Promise<Commit>
}

/** A revision that a roster was read from. */
export interface Resolved {
  readonly repository: Repository
  readonly revision: string
  readonly commit: Commit
}

/**
 * The last roster that was read, in the memory of one instance. It says the same as long as every revision that it was
 * read from still names the same commit, which is asked each time.
 */
export interface RosterCache {
  /** What was kept, where reading it anew would give the same; whoever kept it knows what it is. */
  recall(now: Resolving): Promise<object | undefined>
  keep(roster: object, resolved: readonly Resolved[], now: Resolving): void
  /** What is made of a roster and a basis, under a name; made once, for as long as both are the same. */
  derive(roster: object, basis: object, name: string, make: () => Promise<object>): Promise<object>
}

interface Derived {
  readonly basis: object
  readonly made: Promise<object>
}

interface Kept {
  readonly roster: object
  readonly resolved: readonly Resolved[]
  /** Its trees read through these; one that was opened with another token takes their place. */
  readonly hosts: ReadonlyMap<string, GitHost>
}

const resolvedAtOnce = 8

export function createRosterCache(): RosterCache {
  let kept: Kept | undefined
  const derived = new WeakMap<object, Map<string, Derived>>()
  return {
    derive(roster, basis, name, make) {
      const ofRoster = derived.get(roster) ?? new Map<string, Derived>()
      derived.set(roster, ofRoster)
      const present = ofRoster.get(name)
      if (present?.basis === basis) return present.made
      const made = make()
      ofRoster.set(name, { basis, made })
      return made
    },
    async recall(now) {
      const known = kept
      if (known === undefined || [...known.hosts].some(([name, host]) => now.host(name) !== host)) return
      const isSame = await mapBounded(known.resolved, resolvedAtOnce, (one) => stillNames(one, now))
      return isSame.includes(false) ? undefined : known.roster
    },
    keep(roster, resolved, now) {
      const names = new Set(resolved.map(({ repository }) => repository.host))
      const hosts = new Map([...names].map((name) => [name, now.host(name)]))
      kept = { roster, resolved, hosts }
    },
  }
}

/** False where it cannot be found out: whoever reads anew says why. */
function stillNames({ repository, revision, commit }: Resolved, now: Resolving): Promise<boolean> {
  return now.commit(repository, revision).then(
    ({ sha }) => sha === commit.sha,
    () => false,
  )
}
