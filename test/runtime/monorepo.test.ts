import { expect, test } from 'vitest'
import { configMap, declaration } from '../support/world.ts'
import type { Usage } from './isolate.ts'
import { heldWorker, startServedWorld } from './served-world.ts'

const count = 500
const perNamespace = 10

function nameOf(app: number): string {
  return `app-${String(app).padStart(3, '0')}`
}

function filesOf(app: number): Readonly<Record<string, string>> {
  const name = nameOf(app)
  const namespace = `team-${Math.floor(app / perNamespace)}`
  return {
    [`root/${name}.yaml`]: declaration(name, { namespace }),
    [`apps/${name}/settings.yaml`]: configMap(name, 'one'),
    [`apps/${name}/limits.yaml`]: configMap(`${name}-limits`, 'one'),
  }
}

test(`a push to a monorepo of ${count} applications that touches one, by a cold isolate`, async () => {
  const world = await startServedWorld()
  const worker = heldWorker(world)

  /** Performs what waits with a cold isolate, and prints what that took. */
  async function measured(what: string): Promise<readonly string[]> {
    await worker.forget()
    const isolate = await worker.isolate()
    await isolate.fetch('/healthz')
    const idle = await isolate.usage()
    const before = world.requests.length
    const jobs = worker.waiting.map(({ job }) => job.kind)
    await worker.drain()
    const requests = world.requests.slice(before)
    console.info(formatUsage(`${what} (${jobs.join(', ')})`, requests, idle, await isolate.usage()))
    return requests
  }

  try {
    world.commit(Object.assign({}, ...Array.from({ length: count }, (_, app) => filesOf(app))))
    await world.git.settled()
    await worker.receive()
    await measured('the first sync of all')

    const touched = nameOf(count / 4)
    const commit = world.commit({ [`apps/${touched}/settings.yaml`]: configMap(touched, 'two') })
    await world.git.settled()
    await worker.receive()
    const requests = await measured('a push that touches one')
    expect(await world.statuses(commit)).toMatchObject({
      [`plumbline/sync: sandbox/${touched}`]: 'success: Synced and Healthy: 2 objects',
    })
    console.info(groupsOf(requests))

    await worker.tick()
    await measured('a sweep of all')
  } finally {
    await worker.forget()
    await world.stop()
  }
}, 900_000)

function formatUsage(what: string, requests: readonly string[], before: Usage, after: Usage): string {
  const git = requests.filter((one) => one.startsWith('git ')).length
  const cpu = (after.cpuSeconds - before.cpuSeconds).toFixed(2)
  const most = (after.mostMegabytes - before.residentMegabytes).toFixed(0)
  return `${what}: ${requests.length} requests (${git} to the Git host, ${requests.length - git} to the cluster), ${cpu} s of CPU, at most ${most} MB over idle (${before.residentMegabytes.toFixed(0)} MB)`
}

/** How often each kind of request was sent, for whoever wants to have fewer. */
function groupsOf(requests: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const one of requests) {
    const group = one.replace(/\?.*/, '').replace(/[0-9a-f]{20,}/g, '…')
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return [...counts].map(([group, times]) => `${String(times).padStart(6)} ${group}`).join('\n')
}
