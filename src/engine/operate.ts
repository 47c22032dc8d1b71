import { sameRepository } from '../git/repository.ts'
import type { PullRequest } from '../githost/pull-requests.ts'
import { adopt } from './adopt.ts'
import { currentRoster } from './current-roster.ts'
import { commitOf } from './entry-source.ts'
import { recallAll } from './orphans.ts'
import type { Ports } from './ports.ts'
import { type Memory, reportOn } from './publish.ts'
import type { Roster } from './roster.ts'
import { createSourceReading } from './source-reading.ts'
import { terminate } from './terminate.ts'
import type { CommentTrigger, OperatingCommand } from './trigger.ts'

/** A comment that asks for it, by somebody who may write to its repository. */
export interface Operating {
  readonly trigger: Pick<CommentTrigger, 'repository' | 'author'>
  readonly command: OperatingCommand
  readonly pull: PullRequest
  /** When it was written, by the Git host's clock: milliseconds of Unix time. */
  readonly writtenAt: number
}

/** The Git host's clock and ours may be so far apart. */
const clocksApartSeconds = 60

/**
 * Does what a comment asks of applications as they are deployed; the reason where nothing could be done. Throws what
 * hinders it for a passing reason.
 */
export async function operate(
  ports: Ports,
  asked: Operating,
): Promise<'done' | { readonly refused: string }> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  const memory = await recallAll(ports, roster)
  for (const error of memory.unknown.values()) throw error
  const { application } = asked.command
  const names = application === undefined ? mergedIn(asked, memory) : [application]
  const refusals: string[] = []
  for (const name of names) {
    const result = isItsOwn(asked, roster, memory, name)
      ? await operateOn(ports, asked, name)
      : 'is not of this repository'
    if (result !== 'done') refusals.push(`${name}: ${result}`)
  }
  if (names.length > refusals.length) return 'done'
  return { refused: names.length === 0 ? 'no application was touched by its merge' : refusals.join('; ') }
}

async function operateOn(
  ports: Ports,
  { trigger, command, writtenAt }: Operating,
  name: string,
): Promise<string> {
  const by = trigger.author
  const begunBy = writtenAt + clocksApartSeconds * 1000
  const { kind } =
    command.kind === 'terminate'
      ? await terminate(ports, name, { by, begunBy })
      : await adopt(ports, name, by)
  return kind === 'terminated' || kind === 'adopted' ? 'done' : kind
}

/** What its merge commit reports on. */
function mergedIn({ trigger: { repository }, pull }: Operating, memory: Memory): readonly string[] {
  if (pull.mergeCommit === undefined) return []
  const report = reportOn({ repository, sha: pull.mergeCommit }, [], memory.of, [])
  return report.applications.map(({ name }) => name)
}

/**
 * Writing to a repository is a say in what it declares. Whoever writes to the sources alone may stop what comes of them;
 * of an application that is declared no more, its last answer tells whose it was.
 */
function isItsOwn(
  { trigger: { repository }, command }: Operating,
  { entries }: Roster,
  memory: Memory,
  name: string,
): boolean {
  const entry = entries.find(({ application }) => application.name === name)
  const mayStop = command.kind === 'terminate'
  const last = memory.of.get(name)?.summary.reportedOn
  const places = [
    entry?.declaredBy.repository,
    mayStop && entry !== undefined ? commitOf(entry.source)?.repository : undefined,
    mayStop && entry === undefined ? last : undefined,
  ]
  return places.some((place) => place !== undefined && sameRepository(place, repository))
}
