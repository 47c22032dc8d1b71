import { answer } from './answer.ts'
import { deploy } from './deploy.ts'
import type { Ports } from './ports.ts'
import { readRemembered } from './publish.ts'
import type { Job } from './queue.ts'
import { type RosterEntry, readRoster } from './roster.ts'
import { createSourceReading } from './source-reading.ts'

/** Does one job. Everything it needs beyond the job is read anew. */
export function perform(ports: Ports, job: Job): Promise<void> {
  switch (job.kind) {
    case 'push':
      return deploy(ports, job)
    case 'continue':
      return goOn(ports, job)
  }
}

/** Goes on with one application, and answers where its last answer stands. */
async function goOn(ports: Ports, job: Extract<Job, { kind: 'continue' }>): Promise<void> {
  const roster = await readRoster(ports, createSourceReading(ports))
  const entry = roster.entries.find(({ application }) => application.name === job.application)
  if (entry === undefined) {
    ports.log('warn', 'an application is declared no more', {
      application: job.application,
      delivery: job.deliveryId,
    })
    return
  }
  const remembered = await readRemembered(ports, [entry.cluster])
  const reportedOn = remembered.get(job.application)?.summary.reportedOn
  const on = reportedOn === undefined ? ownCommit(entry) : { repository: reportedOn, sha: reportedOn.sha }
  await answer(ports, roster, [{ entry, on }], { asked: false, mayWrite: true, deliveryId: job.deliveryId })
}

function ownCommit({ source, declaredBy }: RosterEntry): RosterEntry['declaredBy'] {
  return source.kind === 'rendered' ? source.rendered.commit : declaredBy
}

/** Finds the operations that a handler before this one left running, and goes on with them. */
export async function resume(ports: Ports): Promise<void> {
  const clusters = ports.settings.clusters.map(({ name }) => name)
  const remembered = await readRemembered(ports, clusters)
  for (const [application, { summary }] of remembered) {
    if (summary.operation !== 'Running' && summary.verdict !== 'pending') continue
    await ports.queue.enqueue({ kind: 'continue', application, deliveryId: 'resumed' }, 0)
  }
}
