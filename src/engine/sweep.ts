import { mapBounded } from '../map-bounded.ts'
import type { Swept } from '../report/swept.ts'
import { answer } from './answer.ts'
import { endUndeclared } from './end-undeclared.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { planOpenPullRequests } from './open-pull-requests.ts'
import { orphansIn, recallAll } from './orphans.ts'
import type { Ports } from './ports.ts'
import { clustersOf, type Memory } from './publish.ts'
import { type Roster, readRoster } from './roster.ts'
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
  const roster = await readRoster(ports, createSourceReading(ports))
  await fetchAhead(roster)
  const clusters = [...new Set(clustersOf(roster))]
  const looks = await mapBounded(clusters, clustersAtOnce, (cluster) =>
    lookOver(ports, roster, cluster, options),
  )
  const looked = looks.flatMap(({ applications }) => applications)
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
  await endAllUndeclared(ports, roster, memory)
  const orphans = orphansIn(roster, memory)
  for (const { application, cluster } of orphans) {
    const facts = { application, cluster }
    ports.log('warn', 'an application is declared no more, and its objects are still there', facts)
  }
  return {
    applications: looked.map(({ found, report }) => ({ found, report: reports.get(report.name) ?? report })),
    problems: [...roster.problems.map(({ problem }) => problem), ...problems],
    orphans,
    pullRequests,
    skipped,
  }
}

/** Whatever was begun, or is still open, for applications that nothing declares any more. */
async function endAllUndeclared(ports: Ports, roster: Roster, memory: Memory): Promise<void> {
  for (const [application, { summary }] of memory.of) {
    const isOpen = summary.operation === 'Running' || summary.verdict === 'pending'
    if (isOpen && (await endUndeclared(ports, roster, memory, application)) === 'running') {
      await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'sweep' }, 5)
    }
  }
}
