import type { ApplicationFacts, Contested } from '../report/application-facts.ts'
import type { HealedField } from '../sync/operation.ts'
import { commitOf } from './entry-source.ts'
import { contestedFields } from './fights.ts'
import type { Look } from './look.ts'
import type { RosterEntry } from './roster.ts'
import type { Setting } from './setting.ts'
import { warningsOf } from './warnings.ts'

/** What is known of an application before anybody has looked at its cluster. */
export function baseFacts({ application, cluster, root, source }: RosterEntry): ApplicationFacts {
  const commit = commitOf(source)
  return {
    name: application.name,
    cluster,
    mode: root.mode,
    health: { status: 'Unknown', message: '' },
    problems: warningsOf(source),
    ...(commit === undefined ? {} : { commit: commit.sha }),
  }
}

/** What a look adds. */
export function seen({ comparison, health }: Look): Pick<ApplicationFacts, 'comparison' | 'health'> {
  return { comparison, health }
}

/** What others keep undoing of what heals itself. */
export function contestedNow(
  { entry, ports }: Setting,
  { comparison }: Look,
  healed: readonly HealedField[],
): readonly Contested[] {
  const heals = entry.root.mode === 'sync' && entry.application.syncPolicy.automated?.selfHeal === true
  return heals ? contestedFields(comparison, healed, ports.now()) : []
}
