import type { CommitSha } from '../../src/git/commit.ts'
import type { SeenRequest } from '../../src/sandbox/api-server/exchange-log.ts'
import { type Say, StoryError } from './story-error.ts'
import type { World } from './world.ts'

export interface Status {
  readonly context: string
  readonly status: string
  readonly description: string
}

/** GitHub calls it `state`. */
type Told = Omit<Status, 'status'> & { readonly status?: string; readonly state?: string }

const patience = 180_000

/** Asks until it is found; the failure names what was waited for. */
export async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  const deadline = Date.now() + patience
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new StoryError(`waited ${patience / 1000} seconds in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Tells each status of a commit as it changes, and returns them once one is as it is waited for. */
export async function verdictOn(
  world: World,
  commit: CommitSha,
  say: Say,
  isAwaited: (status: Status) => boolean = isSynced,
): Promise<readonly Status[]> {
  let told: readonly string[] = []
  return until(`an answer on ${commit}`, async () => {
    const statuses = await statusesOf(world, commit)
    const lines = statuses.map((one) => `   ${one.context}: ${one.status}: ${one.description}`)
    for (const line of lines) if (!told.includes(line)) say(line)
    told = [...told, ...lines]
    return statuses.some(isAwaited) ? statuses : undefined
  })
}

function isSynced({ context, status }: Status): boolean {
  return context === 'plumbline/sync' && status !== 'pending'
}

export function isPlanned({ context, status }: Status): boolean {
  return context === 'plumbline/plan' && status !== 'pending'
}

export function waitsForAPerson({ context, description }: Status): boolean {
  return context === 'plumbline/sync' && description.includes('waits for an acknowledgement')
}

/** The newest status of each context, as the host's API gives them. */
async function statusesOf(world: World, commit: string): Promise<readonly Status[]> {
  const url = `${world.gitApi}/commits/${commit}/status`
  const response = await world.git.fetch(new Request(url))
  if (!response.ok) throw new StoryError(`the Git host answered ${response.status} to ${url}`)
  const { statuses }: { statuses: readonly Told[] | null } = await response.json()
  return (statuses ?? []).map((told) => ({ ...told, status: told.status ?? told.state ?? '' }))
}

/** What Plumbline wrote since for applications, in order: `deployments/web`, `delete configmaps/old`. */
export function writesSince(world: World, seen: number): readonly string[] {
  return world.cluster.requests.slice(seen).flatMap(writeOf)
}

const verbs: { readonly [method: string]: string } = { PATCH: '', POST: '', DELETE: 'delete ' }

/** Not Plumbline's records, and not its dry runs. */
function writeOf({ write, method, info }: SeenRequest): readonly string[] {
  const verb = verbs[method]
  if (write === undefined || !info.isResource || verb === undefined) return []
  if (info.namespace === 'plumbline' || info.name === 'plumbline') return []
  return info.name === '' ? [] : [`${verb}${info.resource}/${info.name}`]
}
