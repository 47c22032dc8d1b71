import type { CommitSha } from '../../src/git/commit.ts'
import { type Say, StoryError } from './story-error.ts'
import { type Status, verdictOn, writesSince } from './watching.ts'
import { repository, type World } from './world.ts'

export interface Pushed {
  readonly commit: CommitSha
  readonly statuses: readonly Status[]
  /** What was written to the cluster for applications, in order: `deployments/web`. */
  readonly writes: readonly string[]
}

/** By path; null deletes. */
export type Changes = { readonly [path: string]: string | null }

/** Pushes to `main`, and tells what comes of it. */
export async function push(
  world: World,
  files: Changes,
  message: string,
  say: Say,
  isAwaited?: (status: Status) => boolean,
): Promise<Pushed> {
  const commit = () => world.git.commit(repository, 'main', { files, message })
  return follow(world, commit, `git push: ${message}`, say, isAwaited)
}

/** Lets a commit appear on `main`, and tells what comes of it. */
export async function follow(
  world: World,
  appear: () => CommitSha,
  what: string,
  say: Say,
  isAwaited?: (status: Status) => boolean,
): Promise<Pushed> {
  const seen = world.cluster.requests.length
  const commit = appear()
  say(`   ${what} (${commit.slice(0, 7)})`)
  const statuses = await verdictOn(world, commit, say, isAwaited)
  await world.handler.idle()
  const writes = writesSince(world, seen)
  say(`   written to the cluster: ${writes.length === 0 ? 'nothing' : writes.join(', ')}`)
  return { commit, statuses, writes }
}

export function expectState(
  { statuses }: Pick<Pushed, 'statuses'>,
  state: string,
  wanted: 'plumbline/sync' | 'plumbline/plan' = 'plumbline/sync',
): void {
  const found = statuses.find(({ context }) => context === wanted)
  if (found?.status === state) return
  throw new StoryError(`${wanted} is ${found?.status ?? 'absent'}, not ${state}`)
}

export function expectOrder({ writes }: Pushed, order: readonly string[]): void {
  const places = order.map((write) => writes.indexOf(write))
  const isInOrder = places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
  if (!isInOrder) throw new StoryError(`expected ${order.join(', then ')}; written were ${writes.join(', ')}`)
}
