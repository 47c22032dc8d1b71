import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { at, firstContainer } from '../contract/cluster-case.ts'
import { withWebTag } from './config-files.ts'
import { connectCommands, type Newcomer, openNewcomer } from './newcomer.ts'
import { freePort } from './processes.ts'
import { manifestOf, openWalkWorld, type WalkWorld } from './walk-world.ts'

const web = manifestOf('apps/v1', 'Deployment', 'web')

let world: WalkWorld
let newcomer: Newcomer

beforeAll(async () => {
  world = await openWalkWorld(inject('gitea'), inject('controlPlane'))
  newcomer = await openNewcomer()
})

afterAll(async () => {
  await newcomer?.close()
  await world?.close()
})

test('the commands of the README connect a repository of a Gitea and a cluster, word for word', {
  timeout: 180_000,
}, async ({ onTestFailed }) => {
  onTestFailed(async () => console.error(await newcomer.log()))
  const first = await world.repository.commit('main', world.files, 'everything')
  const commands = await connectCommands('gitea')
  expect(commands).toHaveLength(6)
  const port = await freePort()
  const { baseUrl, admin } = inject('gitea')

  const { code, output } = await newcomer.run(commands.join('\n'), {
    GIT_KIND: 'gitea',
    GIT_URL: baseUrl,
    GIT_TOKEN: admin.token,
    GIT_REPOSITORY: `${world.repository.owner}/${world.repository.name}`,
    KUBECONFIG: inject('controlPlane').kubeconfigPath,
    PLUMBLINE_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
  })

  expect(output).toContain(`apply apps/Deployment ${world.shop.namespace}/web: `)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(sync(await world.verdict(first))).toBe('success')
  const bump = await world.repository.commit('main', withWebTag(world.files, '3.10'), 'web 3.10')
  expect(sync(await world.verdict(bump))).toBe('success')
  expect(at(firstContainer(await world.shop.read(web)), 'image')).toBe('registry.example/web:3.10')
})

function sync(
  statuses: readonly { readonly context: string; readonly status: string }[],
): string | undefined {
  return statuses.find(({ context }) => context === 'plumbline/sync')?.status
}
