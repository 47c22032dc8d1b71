import type { Figure } from './figure.ts'
import { usageOf } from './process/usage.ts'
import { quiet, startSandboxHandler } from './world/sandbox-world.ts'
import { startSyncedFleet } from './world/synced-fleet.ts'

const applications = 100
const sweepSeconds = 10

/** What it costs to look at applications that are as they should be, after a start and when all is known. */
export async function bench(): Promise<readonly Figure[]> {
  const world = await startSyncedFleet(applications)
  const { sandbox } = world
  try {
    await world.handler.stop()
    await sandbox.requests()
    const handler = await startSandboxHandler(sandbox, { sweepSeconds })
    const started = Date.now()
    await quiet(sandbox)
    await sandbox.requests()
    const before = await usageOf(handler.pid)
    await new Promise((resolve) => setTimeout(resolve, started + sweepSeconds * 1500 - Date.now()))
    const sweep = await sandbox.requests()
    const { cpuSeconds, mebibytes } = await usageOf(handler.pid)
    await handler.stop()
    return [
      {
        name: `an unchanged sweep of ${applications} applications, 4 kinds in 20 namespaces`,
        value: sweep.git + sweep.cluster,
        unit: 'requests',
        detail: `${sweep.git} to Git, ${sweep.cluster} to the cluster; ${((cpuSeconds - before.cpuSeconds) * 1000).toFixed(0)} ms of CPU, peak memory ${mebibytes.toFixed(0)} MiB`,
      },
    ]
  } finally {
    await world.sandbox.stop()
  }
}
