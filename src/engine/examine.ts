import type { Plan } from '../plan/plan.ts'
import type { Operation } from '../sync/operation.ts'
import { readOperation } from '../sync/operation-record.ts'
import type { RenderedSource } from './entry-source.ts'
import type { Look } from './look.ts'
import type { Owners } from './owners.ts'
import type { Ports } from './ports.ts'
import type { RosterEntry } from './roster.ts'
import { nowText, planOf, see, settingOf } from './setting.ts'

export interface Examined {
  readonly look: Look
  /** Of a sync with hooks, as automation would begin it. */
  readonly plan: Plan
  /** The last operation has ended well: its commit, and the digest of what it rendered. */
  readonly synced?: Pick<Operation, 'commit' | 'render'>
}

/** What a sync would find and do now: the same looks and the same plan, and nothing is written. Throws what hinders it. */
export async function examine(
  ports: Ports,
  entry: RosterEntry,
  source: RenderedSource,
  owners: Owners,
): Promise<Examined> {
  const setting = await settingOf(ports, entry, source, { asked: false, mayWrite: false, owners })
  const [last, look] = [await readOperation(setting.place), await see(setting)]
  const plan = await planOf(setting, look, 'sync', nowText(ports))
  return { look, plan, ...(last?.operation.phase === 'Succeeded' ? { synced: last.operation } : {}) }
}
