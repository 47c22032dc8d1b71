import { type Figure, quantile } from './figure.ts'
import { usageOf } from './process/usage.ts'
import { changeOne, type Files } from './world/applications.ts'
import { quiet } from './world/sandbox-world.ts'
import { type SyncedFleet, startSyncedFleet } from './world/synced-fleet.ts'

const latency = 50
const singles = 7

/** Plans of pull requests, from the webhook to the status, with a Git host and a cluster that take their time. */
export async function bench(full: boolean): Promise<readonly Figure[]> {
  const world = await startSyncedFleet(full ? 500 : 92)
  try {
    await world.sandbox.latency(latency)
    const figures = [await ofOne(world), await ofMany(world, 92, 20)]
    if (full) figures.push(await ofMany(world, 500, 120))
    return figures
  } finally {
    await world.stop()
  }
}

async function ofOne(world: SyncedFleet): Promise<Figure> {
  const { fleet } = world
  const seconds: number[] = []
  for (let at = 0; at < singles; at++)
    seconds.push((await plan(world, `one-${at}`, changeOne(fleet, at, '2.0'))).seconds)
  return {
    name: `plan of a pull request, 1 of ${fleet.applications} applications, ${latency} ms a request: p50`,
    value: quantile(seconds, 0.5),
    unit: 's',
    goal: { most: 5 },
    detail: `the first ${seconds[0]?.toFixed(2)} s, at most ${Math.max(...seconds).toFixed(2)} s`,
  }
}

async function ofMany(world: SyncedFleet, count: number, most: number): Promise<Figure> {
  const { fleet } = world
  const all = Array.from({ length: count }, (_, at) => Object.entries(changeOne(fleet, at, '3.0')))
  const { seconds, detail } = await plan(world, `many-${count}`, Object.fromEntries(all.flat()))
  return {
    name: `plan of a pull request, ${count} of ${fleet.applications} applications, ${latency} ms a request`,
    value: seconds,
    unit: 's',
    goal: { most },
    detail,
  }
}

async function plan({ sandbox, handler }: SyncedFleet, branch: string, files: Files) {
  const before = await usageOf(handler.pid)
  const commit = await sandbox.commit(branch, files)
  await quiet(sandbox)
  const start = Date.now()
  await sandbox.openPull(branch)
  const { state, description, at } = await sandbox.verdict(commit, 'plumbline/plan')
  if (state !== 'success') throw new Error(`${state}: ${description}\n${handler.complaints.join('\n')}`)
  await quiet(sandbox)
  const { cpuSeconds, mebibytes } = await usageOf(handler.pid)
  const cpu = (cpuSeconds - before.cpuSeconds).toFixed(1)
  return { seconds: (at - start) / 1000, detail: `${cpu} s of CPU, peak memory ${mebibytes.toFixed(0)} MiB` }
}
