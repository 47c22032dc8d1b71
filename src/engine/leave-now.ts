import { currentRoster } from './current-roster.ts'
import { isGone, type Left, leaveUndeclared } from './leave-undeclared.ts'
import { recallAll } from './orphans.ts'
import type { Ports } from './ports.ts'
import { createSourceReading } from './source-reading.ts'

/**
 * Goes on with the deletion of an application that is declared no more, as far as that gets without waiting; undefined
 * where it is declared, or where that cannot be read.
 */
export async function leaveNow(ports: Ports, application: string): Promise<Left | undefined> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  if (!isGone(roster, application)) return undefined
  return leaveUndeclared(ports, roster, await recallAll(ports, roster), application)
}
