import type { Figure } from './figure.ts'
import { usageOf } from './process/usage.ts'
import { changeAll, changeOne, type Fleet, fleetFiles } from './world/applications.ts'
import { startSandboxWorld } from './world/sandbox-world.ts'
import { synced } from './world/synced-fleet.ts'

const latency = 5

/** Applications by the hundred, from the push that declares or changes them to the status that says Synced. */
export async function bench(full: boolean): Promise<readonly Figure[]> {
  return measure(full ? 1_000 : 100)
}

async function measure(applications: number): Promise<readonly Figure[]> {
  const world = await startSandboxWorld()
  const { sandbox, handler, repositoryUrl } = world
  const fleet: Fleet = { applications, repository: repositoryUrl, namespaces: 20, replicas: 1 }
  const isGoal = applications === 1_000

  async function cpuSeconds(): Promise<{ readonly ours: number; readonly its: number }> {
    const [ours, its] = await Promise.all([usageOf(handler.pid), usageOf(sandbox.pid)])
    return { ours: ours.cpuSeconds, its: its.cpuSeconds }
  }

  async function push(what: string, files: ReturnType<typeof fleetFiles>, most?: number): Promise<Figure> {
    const before = await cpuSeconds()
    await sandbox.requests()
    const start = Date.now()
    const at = await synced(world, await sandbox.commit('main', files))
    const { git, cluster } = await sandbox.requests()
    const after = await cpuSeconds()
    const [ours, its] = [after.ours - before.ours, after.its - before.its].map((cpu) => cpu.toFixed(1))
    return {
      name: `${applications} applications of 4 objects, ${latency} ms a request: ${what}`,
      value: (at - start) / 1000,
      unit: 's',
      ...(isGoal && most !== undefined && { goal: { most } }),
      detail: `${ours} s of CPU, and the sandbox ${its} s; ${git} requests to Git, ${cluster} to the cluster`,
    }
  }

  try {
    await sandbox.latency(latency)
    const figures = [
      await push('first sync', fleetFiles(fleet), 60),
      await push('a push that changes one', changeOne(fleet, 1, '2.0')),
      await push('a push that changes all', changeAll(fleet, 'debug')),
    ]
    const { mebibytes } = await usageOf(handler.pid)
    const memory: Figure = {
      name: `${applications} applications of 4 objects, ${latency} ms a request: peak memory`,
      value: mebibytes,
      unit: 'MiB',
      ...(isGoal && { goal: { most: 200 } }),
      detail: 'of our process',
    }
    return [...figures, memory]
  } finally {
    await world.stop()
  }
}
