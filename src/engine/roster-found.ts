import type { Projects } from '../apps/project.ts'
import type { SystemConfig } from '../apps/system-config.ts'
import { PlumblineError } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { present } from '../settings/present.ts'
import type { Root } from '../settings.ts'
import type { UnusableSource } from './entry-source.ts'
import type { RosterEntry, RosterProblem } from './roster-entry.ts'

/** What the applications of the roots are under: projects, and each root's own settings. */
export interface Governing extends Projects {
  readonly systems: ReadonlyMap<Root, SystemConfig>
}

/** The repository that declares it or holds its manifests; `anywhere` for a root. */
export type RosterGap = Repository | 'anywhere'

/** What reading the roots has found until now. */
export interface Found {
  readonly entries: RosterEntry[]
  readonly problems: RosterProblem[]
  readonly tips: Commit[]
  readonly gaps: RosterGap[]
  readonly unreadable: UnreadableRoot[]
  /** Of each root, the names and places of declarations that were read already. */
  readonly declared: Map<Root, Set<string>>
}

/** No commit could be found that the problem could be told at. */
export class UnreadableRoot extends PlumblineError {
  readonly repository: Repository

  constructor(root: Root, repository: Repository, { problem, retryAfter }: UnusableSource) {
    const { code, message, turn, retryable } = problem
    const details = { subject: { repository: root.repository }, turn, retryable, ...present({ retryAfter }) }
    super(code, `root ${root.repository} ${root.revision}: ${message}`, details)
    this.repository = repository
  }
}
