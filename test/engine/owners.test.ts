import { expect, test } from 'vitest'
import { currentRoster } from '../../src/engine/current-roster.ts'
import { orphansIn, recallAll } from '../../src/engine/orphans.ts'
import { ownersOf } from '../../src/engine/owners.ts'
import type { Roster } from '../../src/engine/roster.ts'
import { createSourceReading } from '../../src/engine/source-reading.ts'
import { aWorld, configMap, declaration, repository } from '../support/world.ts'

const settings = { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'settings' }

/** `api` and `web` in one namespace, `far` in another. */
async function threeApplications() {
  const world = aWorld()
  const instance = world.start()
  instance.push(
    world.commit({
      'root/api.yaml': declaration('api'),
      'root/far.yaml': declaration('far', { namespace: 'other' }),
      'root/web.yaml': declaration('web'),
      'apps/api/api.yaml': configMap('api', 'one'),
      'apps/far/far.yaml': configMap('far', 'one'),
      'apps/web/settings.yaml': configMap('settings', 'one'),
    }),
  )
  await instance.run()
  const { ports } = instance
  const roster = await currentRoster(ports, createSourceReading(ports))
  const entryOf = (name: string) => {
    const found = roster.entries.find(({ application }) => application.name === name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  const neighbours = (name: string, of: Roster = roster) => ownersOf(ports, of).neighboursOf(entryOf(name))
  return { ports, roster, entryOf, neighbours }
}

test('an object has the others that declare it, an application is no neighbour of itself', async () => {
  const { neighbours } = await threeApplications()

  expect((await neighbours('api')).declarersOf(settings)).toMatchObject([{ application: 'web' }])
  expect((await neighbours('web')).declarersOf(settings)).toEqual([])
})

test('a namespace is used by the others alone', async () => {
  const { neighbours } = await threeApplications()
  const [web, far] = [await neighbours('web'), await neighbours('far')]

  expect([web.use('shop'), web.use('other'), web.use('nowhere')]).toEqual([true, true, false])
  expect([far.use('shop'), far.use('other')]).toEqual([true, false])
})

test('every application of the roster is known, also to itself', async () => {
  const web = await (await threeApplications()).neighbours('web')

  expect(['api', 'web', 'gone'].map((name) => web.knows(name))).toEqual([true, true, false])
})

test('what an application has in another cluster, or what cannot be rendered, is nobody’s here', async () => {
  const { roster, entryOf, neighbours } = await threeApplications()
  const web = entryOf('web')
  const problem = { code: 'x', message: 'x', turn: 'author', retryable: false } as const
  const elsewhere = { ...web, cluster: 'other' }
  const broken = { ...web, source: { kind: 'unusable', problem } as const }
  const seenBy = async (other: typeof elsewhere | typeof broken) =>
    (await neighbours('api', { ...roster, entries: [entryOf('api'), other] })).declarersOf(settings)

  expect(await seenBy(elsewhere)).toEqual([])
  expect(await seenBy(broken)).toEqual([])
})

test.each([
  ['nothing is unread', [], true],
  ['something anywhere is unread', ['anywhere' as const], false],
  ['something in its repository is unread', [repository], false],
  ['something in another repository is unread', [{ ...repository, name: 'elsewhere' }], true],
])('whether all neighbours are known, where %s', async (_, gaps, isComplete) => {
  const { roster, neighbours } = await threeApplications()

  expect((await neighbours('web', { ...roster, gaps })).isComplete).toBe(isComplete)
})

test('an application has neighbours where it is declared and where its source is', async () => {
  const { ports, roster, entryOf } = await threeApplications()
  const elsewhere = { ...repository, name: 'elsewhere' }
  const web = entryOf('web')
  const declared = { ...web, declaredBy: { ...web.declaredBy, repository: elsewhere } }
  const knowsAll = async (gap: typeof repository) =>
    (await ownersOf(ports, { ...roster, gaps: [gap] }).neighboursOf(declared)).isComplete

  expect(await knowsAll(elsewhere)).toBe(false)
  expect(await knowsAll(repository)).toBe(false)
  expect(await knowsAll({ ...repository, name: 'third' })).toBe(true)
})

test('what was deployed and is declared no more is an orphan, unless a declaration could not be read', async () => {
  const { ports, roster, entryOf } = await threeApplications()
  const memory = await recallAll(ports, roster)
  const orphans = (changes: Partial<Roster>) =>
    orphansIn({ ...roster, ...changes }, memory).map(
      ({ application, cluster }) => `${cluster}/${application}`,
    )

  expect(orphans({})).toEqual([])
  expect(orphans({ entries: [entryOf('far')] })).toEqual(['prod/api', 'prod/web'])
  expect(orphans({ entries: [], complete: false })).toEqual([])
})
