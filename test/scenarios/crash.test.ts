import { expect, test } from 'vitest'
import type { CommitSha } from '../../src/git/commit.ts'
import { aWorld, configMap, declaration, deployment, hook, type World } from '../support/world.ts'

const story = {
  'root/web.yaml': declaration('web'),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/deployment.yaml': deployment('web', '3.9', 1),
  'apps/web/smoke.yaml': hook('smoke', 'PostSync'),
}

/** Every run of a hook that was ever there: a hook leaves only by a request, so none is missed between two. */
class HookWatch {
  readonly #uids = new Map<string, Set<string>>()
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  look(): void {
    const { store } = this.#world.sandbox.server.kernel
    for (const { metadata } of store.list('batch/jobs')) {
      const uids = this.#uids.get(metadata.name) ?? new Set()
      this.#uids.set(metadata.name, uids.add(metadata.uid))
    }
  }

  runs(): Readonly<Record<string, number>> {
    this.look()
    return Object.fromEntries([...this.#uids].map(([name, uids]) => [name, uids.size]))
  }
}

type When = 'before' | 'after'

/** Lets the k-th write to cluster or Git host happen or not, and from then on nothing that this instance asks. */
function killAt(
  world: World,
  watch: HookWatch,
  k: number,
  when: When,
): { writes(): number; isDead(): boolean } {
  let writes = 0
  let isDead = false

  function reaches(isWrite: boolean): 'pass' | 'last' | 'never' {
    if (isDead) return 'never'
    if (isWrite) writes += 1
    if (!isWrite || writes !== k) return 'pass'
    isDead = true
    return when === 'after' ? 'last' : 'never'
  }

  world.sandbox.server.intercept(({ write }) => {
    watch.look()
    const reach = reaches(write !== undefined)
    return reach === 'pass' ? 'pass' : reach === 'last' ? 'drop-after' : 'drop-before'
  })
  world.git.intercept(async (request, answer) => {
    const reach = reaches(request.method !== 'GET')
    if (reach === 'never') throw new TypeError('the connection broke')
    const response = await answer()
    if (reach === 'last') throw new TypeError('the connection broke')
    return response
  })
  return { writes: () => writes, isDead: () => isDead }
}

function revive(world: World, watch: HookWatch): void {
  world.sandbox.server.intercept(() => {
    watch.look()
    return 'pass'
  })
  world.git.intercept(undefined)
}

async function playKilled(
  k: number,
  when: When,
): Promise<{ world: World; watch: HookWatch; commit: CommitSha; writes: number }> {
  const world = aWorld()
  const watch = new HookWatch(world)
  const commit = world.commit(story)
  const broken = killAt(world, watch, k, when)
  const first = world.start()
  first.push(commit)
  await first.run(() => broken.isDead()).catch(() => {})
  revive(world, watch)
  const second = world.start()
  await second.resume()
  await second.run()
  return { world, watch, commit, writes: broken.writes() }
}

const { writes } = await playKilled(Number.POSITIVE_INFINITY, 'before')
const cases = Array.from({ length: writes }, (_, at) => at + 1).flatMap((k) =>
  (['before', 'after'] as const).map((when) => ({ k, when })),
)

test('the story has writes to break, on both sides', () => {
  expect(writes).toBeGreaterThan(20)
})

test.each(cases)(
  'killed $when write $k, another instance brings the push to its end',
  async ({ k, when }) => {
    const { world, watch, commit } = await playKilled(k, when)

    expect(await world.statuses(commit)).toEqual({
      'plumbline/sync': 'success: 1 app: Synced and Healthy',
      'plumbline/sync: prod/web': 'success: Synced and Healthy: 2 objects',
    })
    expect(watch.runs()).toEqual({ migrate: 1, smoke: 1 })
  },
)
