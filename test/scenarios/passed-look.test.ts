import { expect, test } from 'vitest'
import { aWorld, configMap, declaration } from '../support/world.ts'

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

test('a last look that sees what a newer commit is just writing is no success of the older one', async () => {
  const looks = signal()
  const hasWritten = signal()
  const hasLooked = signal()
  const lists: string[] = []
  const world = aWorld({
    between: (side, instance) => async (request, answer) => {
      const { pathname } = new URL(request.url)
      const isList = side === 'cluster' && request.method === 'GET' && pathname.endsWith('/shop/configmaps')
      if (instance === 2 && isList && lists.push(pathname) === 2) {
        looks.give()
        await hasWritten.given
        return answer().finally(hasLooked.give)
      }
      const isWrite = request.method === 'PATCH' && !request.url.includes('dryRun')
      if (instance !== 3 || !isWrite || !pathname.endsWith('/configmaps/old')) return answer()
      const written = await answer()
      hasWritten.give()
      await hasLooked.given
      return written
    },
  })
  const both = {
    'apps/web/old.yaml': configMap('old', 'one'),
    'apps/web/own.yaml': configMap('own', 'one', 1),
  }
  const before = world.start()
  before.push(
    world.commit({ 'root/web.yaml': declaration('web', { policy: 'automated: { prune: true }' }), ...both }),
  )
  await before.run()

  const older = world.commit({ 'apps/web/old.yaml': null })
  const [one, other] = [world.start(), world.start()]
  one.push(older)
  const ended = one.run()
  await looks.given
  const newer = world.commit({ ...both, 'apps/web/old.yaml': configMap('old', 'two') })
  other.push(newer)
  await Promise.all([ended, other.run()])

  expect(await world.statuses(newer)).toMatchObject({
    'plumbline/sync: prod/web': 'success: Synced and Healthy: 2 objects',
  })
  expect(await world.statuses(older)).toEqual({
    'plumbline/sync': expect.stringMatching(/^error: .*superseded/),
    'plumbline/sync: prod/web': expect.stringMatching(/^error: superseded by/),
  })
})
