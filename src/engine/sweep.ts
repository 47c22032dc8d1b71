import { mapBounded } from '../map-bounded.ts'
import type { Orphan, Swept } from '../report/swept.ts'
import { answer } from './answer.ts'
import { currentRoster } from './current-roster.ts'
import { endPassedUnlessTold } from './end-passed.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { isGone, type Left, leaveUndeclared } from './leave-undeclared.ts'
import { planOpenPullRequests } from './open-pull-requests.ts'
import { orphansIn, recallAll } from './orphans.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { clustersOf, type Memory } from './publish.ts'
import type { Roster } from './roster.ts'
import { createSourceReading } from './source-reading.ts'
import { lookOver, type SweepOptions } from './sweep-cluster.ts'
import { tellTips } from './tell-tips.ts'

const clustersAtOnce = 4

/**
 * Looks at every application, with each list of the cluster read once for all of them. What differs, is due or was
 * never heard of is worked on as after a push, with fresh reads; what is as it was told costs its share of the lists and
 * no write. What cannot be found out for a passing reason keeps its last answer until the next pass.
 */
export async function sweep(ports: Ports, options: SweepOptions): Promise<Swept> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  await fetchAhead(roster)
  const clusters = [...new Set(clustersOf(roster))]
  const looks = await mapBounded(clusters, clustersAtOnce, (cluster) =>
    lookOver(ports, roster, cluster, options),
  )
  for (const [index, { skipped }] of looks.entries()) {
    const cluster = clusters[index]
    if (cluster !== undefined && skipped?.reason !== 'unreachable')
      ports.meter?.({ kind: 'swept', cluster, at: ports.now() })
  }
  const looked = looks.flatMap(({ applications }) => applications)
  if (looked.some(({ found }) => found === 'missed-push')) await endBelowTips(ports, roster)
  const toAnswer = looked.flatMap(({ assignment }) => assignment ?? [])
  const answered = await answer(ports, roster, toAnswer, {
    asked: false,
    mayWrite: true,
    deliveryId: 'sweep',
  })
  const reports = new Map(answered.map((report) => [report.name, report]))
  const skipped = looks.flatMap((look) => look.skipped ?? [])
  const memory = await recallAll(ports, roster)
  const isWhole =
    looked.length === roster.entries.length &&
    looked.every(({ found }) => found !== 'not-known') &&
    !clusters.some((cluster) => memory.unknown.has(cluster))
  if (isWhole) await tellTips(ports, roster, memory.of)
  const { pullRequests, problems } = await planOpenPullRequests(ports, roster)
  const left = await leaveAllUndeclared(ports, roster, memory)
  const orphans = orphansIn(roster, memory)
    .filter(({ application }) => left.get(application)?.isDeleted !== true)
    .map((orphan) => withNews(orphan, left.get(orphan.application)))
  for (const { application, cluster, neverSynced = false } of orphans) {
    const rest = neverSynced ? 'was never synced' : 'its objects are still there'
    ports.log('warn', `an application is declared no more, and ${rest}`, { application, cluster })
  }
  return {
    applications: looked.map(({ found, report }) => ({ found, report: reports.get(report.name) ?? report })),
    problems: [...roster.problems.map(({ problem }) => problem), ...problems],
    orphans,
    pullRequests,
    skipped,
  }
}

/** How its deletion stands after this pass. */
function withNews(orphan: Orphan, left: Left | undefined): Orphan {
  return orphan.going === undefined ? orphan : { ...orphan, going: left?.message ?? orphan.going }
}

/** Before a push that was never heard of is answered. */
async function endBelowTips(ports: Ports, { tips }: Roster): Promise<void> {
  for (const tip of tips) await endPassedUnlessTold(ports, tip)
}

/** Whatever was begun, is still open, or is to go, of applications that nothing declares any more, by their names. */
async function leaveAllUndeclared(
  ports: Ports,
  roster: Roster,
  memory: Memory,
): Promise<ReadonlyMap<string, Left>> {
  const done = new Map<string, Left>()
  for (const [application, { summary }] of memory.of) {
    const isOpen = summary.operation === 'Running' || summary.verdict === 'pending'
    const mayGo = summary.deletion !== undefined && isGone(roster, application)
    if (!isOpen && !mayGo) continue
    const left = await leaveOne(ports, roster, memory, application)
    done.set(application, left)
    if (left.callAgainIn !== undefined)
      await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'sweep' }, left.callAgainIn)
  }
  return done
}

/** One that cannot be asked about hinders no other: the next pass tries again. */
async function leaveOne(ports: Ports, roster: Roster, memory: Memory, application: string): Promise<Left> {
  try {
    return await leaveUndeclared(ports, roster, memory, application)
  } catch (error) {
    const { message } = problemOf(error)
    ports.log('warn', 'an application that is declared no more could not be looked at', {
      application,
      error: message,
    })
    return { message: `could not be looked at: ${message}` }
  }
}
