import { acknowledge } from '../../src/engine/acknowledge.ts'
import { expectState, push } from './pushing.ts'
import { type Say, StoryError } from './story-error.ts'
import { verdictOn, waitsForAPerson, writesSince } from './watching.ts'
import type { World } from './world.ts'

const nightlyReport = '/apis/batch/v1/namespaces/reports/cronjobs/nightly-report'
const flags = '/api/v1/namespaces/reports/configmaps/flags'
const collector = '/apis/apps/v1/namespaces/platform/deployments/collector'

export async function removed(world: World, say: Say): Promise<void> {
  say('\n6. A file leaves Git: its object is pruned, and nothing else')
  const pushed = await push(world, { 'apps/jobs/nightly-report.yaml': null }, 'no more nightly report', say)
  expectState(pushed, 'success')
  expectDeleted(pushed.writes, ['delete cronjobs/nightly-report'])
  if ((await world.read(nightlyReport)) !== undefined) throw new StoryError('the CronJob is still there')
}

export async function moved(world: World, say: Say): Promise<void> {
  say('\n7. An object moves from one application to another: it is handed over, never deleted')
  const manifest =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: flags, namespace: reports }\ndata: { beta: "on" }\n'
  expectState(await push(world, { 'apps/jobs/flags.yaml': manifest }, 'flags in jobs', say), 'success')
  const before = await uidOf(world, flags)
  const move = { 'apps/jobs/flags.yaml': null, 'apps/platform/flags.yaml': manifest }
  const pushed = await push(world, move, 'flags belong to platform', say)
  expectState(pushed, 'success')
  expectDeleted(pushed.writes, [])
  if ((await uidOf(world, flags)) !== before) throw new StoryError('the ConfigMap is not the one that it was')
}

export async function overTheBrake(world: World, say: Say): Promise<void> {
  say('\n8. More deletions than the brake lets pass: they wait for a person')
  const pushed = await push(
    world,
    { 'apps/platform/collector.yaml': null },
    'no more collector',
    say,
    waitsForAPerson,
  )
  expectState(pushed, 'pending')
  expectDeleted(pushed.writes, [])
  if ((await world.read(collector)) === undefined) throw new StoryError('the collector was deleted at once')
  const told = pushed.statuses.map(({ description }) => description).join('\n')
  const [, digest] = /plumbline ack platform ([0-9a-f]+)/.exec(told) ?? []
  if (digest === undefined) throw new StoryError(`no status asks for an acknowledgement: ${told}`)
  const seen = world.cluster.requests.length
  say(`   plumbline ack platform ${digest}`)
  const { kind } = await acknowledge(world.handler.ports, 'platform', { digest, by: 'you' })
  if (kind !== 'accepted') throw new StoryError(`the acknowledgement was answered with ${kind}`)
  await verdictOn(world, pushed.commit, say)
  await world.handler.idle()
  expectDeleted(writesSince(world, seen), [
    'delete services/collector',
    'delete deployments/collector',
    'delete configmaps/collector',
  ])
}

/** Deletions in any order; those of hooks aside. */
function expectDeleted(writes: readonly string[], wanted: readonly string[]): void {
  const deleted = writes.filter((write) => write.startsWith('delete ') && !write.startsWith('delete jobs/'))
  if (deleted.toSorted().join() === wanted.toSorted().join()) return
  throw new StoryError(`deleted were ${deleted.join(', ') || 'none'}, not ${wanted.join(', ') || 'none'}`)
}

async function uidOf(world: World, path: string): Promise<unknown> {
  const object: { readonly metadata?: { readonly uid?: unknown } } = Object(await world.read(path))
  return object.metadata?.uid
}
