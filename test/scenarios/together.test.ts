import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import type { Ports } from '../../src/engine/ports.ts'
import type { Job } from '../../src/engine/queue.ts'
import { aWorld, declaration, deployment, type Instance } from '../support/world.ts'

const both = {
  'root/a.yaml': declaration('a'),
  'root/b.yaml': declaration('b'),
  'apps/a/deployment.yaml': deployment('a', '1'),
  'apps/b/deployment.yaml': deployment('b', '1'),
}

function continuing({ waiting }: Instance, application: string): Job {
  const job = waiting.find((one) => one.kind === 'continue' && one.application === application)
  if (job === undefined) throw new Error(`nothing goes on with ${application}`)
  return job
}

/** Something happens between the record of what became of an application and the answer on its commit. */
function withEventAfterRecord(ports: Ports, happen: () => Promise<void>): Ports {
  return { ...ports, runs: { ...ports.runs, saveRun: happen } }
}

test('two applications that end at the same time, in two instances: the commit says both', async () => {
  const world = aWorld()
  const commit = world.commit(both)
  const one = world.start()
  one.push(commit)
  await one.run(() => one.waiting.length === 2)
  world.sandbox.clock.advance(60_000)
  const other = world.start()
  const meanwhile = () => perform(other.ports, continuing(one, 'b'))

  await perform(withEventAfterRecord(one.ports, meanwhile), continuing(one, 'a'))

  expect(await world.statuses(commit)).toEqual({
    'plumbline/sync': 'success: 2 apps: Synced and Healthy',
    'plumbline/sync: prod/a': 'success: Synced and Healthy: 1 object',
    'plumbline/sync: prod/b': 'success: Synced and Healthy: 1 object',
  })
})
