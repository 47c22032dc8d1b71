import { type Fleet, fleetFiles } from './applications.ts'
import { quiet, type SandboxWorld, startSandboxWorld, type Wish } from './sandbox-world.ts'

export interface SyncedFleet extends SandboxWorld {
  readonly fleet: Fleet
}

/** A world in which so many applications are Synced and Healthy, and nothing goes on. */
export async function startSyncedFleet(applications: number, wish: Wish = {}): Promise<SyncedFleet> {
  const world = await startSandboxWorld(wish)
  try {
    const fleet: Fleet = { applications, repository: world.repositoryUrl, namespaces: 20, replicas: 1 }
    await synced(world, await world.sandbox.commit('main', fleetFiles(fleet)))
    await quiet(world.sandbox)
    return { ...world, fleet }
  } catch (error) {
    await world.stop()
    throw error
  }
}

/** Milliseconds since 1970, when the status said so. Throws for any other end. */
export async function synced({ sandbox, handler }: SandboxWorld, commit: string): Promise<number> {
  const { state, description, at } = await sandbox.verdict(commit, 'plumbline/sync')
  if (state !== 'success') throw new Error(`${state}: ${description}\n${handler.complaints.join('\n')}`)
  return at
}
