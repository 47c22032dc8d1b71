import { expect, test } from 'vitest'
import { syncNow } from '../../src/engine/ask.ts'
import { check } from '../../src/engine/check/check.ts'
import { operate } from '../../src/engine/operate.ts'
import type { OperatingCommand } from '../../src/engine/trigger.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { aWorld, configMap, declaration, hook, type Instance, type World } from '../support/world.ts'

const apps = { host: 'git', owner: 'platform', name: 'apps' }

interface TwoRepositories {
  readonly world: World
  readonly instance: Instance
  /** What is declared, in the one repository, and what it renders, in the other. */
  readonly declared: CommitSha
  readonly held: CommitSha
}

/** An application that is declared in one repository and held in another. */
async function inTwoRepositories(files = {}): Promise<TwoRepositories> {
  const world = aWorld()
  world.git.createRepository({ owner: 'platform', name: 'apps' })
  const held = commitTo(world, { 'apps/web/settings.yaml': configMap('settings', 'one'), ...files })
  const elsewhere = declaration('web').replace('platform/config.git', 'platform/apps.git')
  const declared = world.commit({ 'root/web.yaml': elsewhere })
  const instance = world.start()
  instance.push(declared)
  await instance.run()
  return { world, instance, declared, held }
}

function commitTo(world: World, files: { readonly [path: string]: string }): CommitSha {
  return world.git.commit('platform/apps', 'main', { files, message: 'change' })
}

async function statusesOfApps({ ports }: Instance, commit: CommitSha): Promise<readonly string[]> {
  const found = (await ports.host('git').feedback?.statuses(apps, commit)) ?? []
  return found.map(({ context, state }) => `${context}: ${state}`)
}

test('a sync by hand is answered where the last answer stands', async () => {
  const { world, instance, declared, held } = await inTwoRepositories()
  const green = await world.statuses(declared)
  expect(green['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')

  const { applications } = await syncNow(instance.ports, [])

  expect(applications).toMatchObject([{ name: 'web', verdict: 'success' }])
  expect(await world.statuses(declared)).toEqual(green)
  expect(await statusesOfApps(instance, held)).toEqual([])
})

test('a sync by hand that mends what had failed mends the answer there', async () => {
  const { world, instance, declared, held } = await inTwoRepositories({
    'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'failing'),
  })
  expect((await world.statuses(declared))['plumbline/sync']).toMatch(/^failure/)
  const mended = commitTo(world, { 'apps/web/migrate.yaml': hook('migrate', 'PreSync') })

  await syncNow(instance.ports, ['web'])
  await instance.run()

  expect((await world.statuses(declared))['plumbline/sync']).toMatch(/^failure/)
  expect(await statusesOfApps(instance, held)).toEqual([])
  expect(await statusesOfApps(instance, mended)).toEqual([
    'plumbline/sync: success',
    'plumbline/sync: prod/web: success',
  ])
})

test('a check finds what is declared in one repository and held in another', async () => {
  const { instance } = await inTwoRepositories()

  const { findings } = await check(instance.ports)

  expect(findings.map(({ says }) => says)).toContain('1 of 1 application can be rendered at main; mode sync')
})

test('who may write to the repository that holds an application may stop it, and not take over for it', async () => {
  const { world, instance } = await inTwoRepositories()
  const slow = commitTo(world, { 'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'hanging') })
  await syncNow(instance.ports, ['web'])
  const pull = {
    number: 1,
    state: 'closed',
    merged: true,
    draft: false,
    head: slow,
    baseRef: 'main',
    fork: false,
  } as const
  const comment = (command: OperatingCommand) =>
    operate(instance.ports, {
      trigger: { repository: apps, author: 'ada' },
      command,
      pull,
      writtenAt: world.sandbox.clock.now(),
    })

  expect(await comment({ kind: 'adopt', application: 'web' })).toEqual({
    refused: 'web: is not of this repository',
  })
  expect(await comment({ kind: 'terminate', application: 'web' })).toBe('done')
  await instance.run()

  expect(await statusesOfApps(instance, slow)).toContain('plumbline/sync: failure')
})
