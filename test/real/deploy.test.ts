import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Serving } from '../../handlers/node.ts'
import { at, firstContainer } from '../contract/cluster-case.ts'
import { withWebTag } from './config-files.ts'
import { type Deployed, openDeployed } from './deployed.ts'
import { commandsOf, type Newcomer, openNewcomer } from './newcomer.ts'
import { manifestOf, openWalkWorld, type WalkWorld } from './walk-world.ts'

const web = manifestOf('apps/v1', 'Deployment', 'web')
const secret = 'a-webhook-secret'

let world: WalkWorld
let newcomer: Newcomer
let deployed: Deployed
let replica: Serving

beforeAll(async () => {
  world = await openWalkWorld(inject('gitea'), inject('controlPlane'))
  newcomer = await openNewcomer()
  deployed = await openDeployed()
})

afterAll(async () => {
  await deployed?.close()
  await newcomer?.close()
  await world?.close()
})

test('the documented commands bring a new cluster to what its repository declares, without a push', {
  timeout: 240_000,
}, async () => {
  const commit = await world.repository.commit('main', world.files, 'everything')
  const commands = await commandsOf('docs/deploying.md', 'A new cluster from a repository')
  expect(commands).toHaveLength(3)
  const { baseUrl, admin } = inject('gitea')

  const { code, output } = await newcomer.run(commands.join('\n'), {
    PATH: `${deployed.bin}:${process.env.PATH}`,
    GIT_KIND: 'gitea',
    GIT_URL: baseUrl,
    GIT_REPOSITORY: `${world.repository.owner}/${world.repository.name}`,
    GIT_TOKEN: admin.token,
    WEBHOOK_SECRET: secret,
    IMAGE: 'registry.example.com/plumbline:0.1.0',
  })
  expect({ code, output }).toMatchObject({ code: 0 })
  replica = await deployed.startReplica()

  expect(syncOf(await world.verdict(commit))).toBe('success')
  expect(at(firstContainer(await world.shop.read(web)), 'image')).toBe('registry.example/web:3.9')
  const image = ['get', 'deployment', 'plumbline', '-n', 'plumbline', '-o', 'jsonpath={..image}']
  expect(await deployed.kubectl(...image)).toBe('registry.example.com/plumbline:0.1.0')
})

test('two replicas that are told of one push at once sync it once: no hook runs twice', {
  timeout: 240_000,
}, async () => {
  const before = await runsOf('migrate')
  const second = await deployed.startReplica()
  await Promise.all([replica, second].map(({ url }) => hookTo(url)))

  const commit = await world.repository.commit('main', withWebTag(world.files, '3.10'), 'web 3.10')

  expect(syncOf(await world.verdict(commit))).toBe('success')
  expect(at(firstContainer(await world.shop.read(web)), 'image')).toBe('registry.example/web:3.10')
  await Promise.all([replica.idle(), second.idle()])
  expect(await runsOf('migrate')).toBe(before + 1)
  expect(syncOf(await world.statuses(commit))).toBe('success')
})

const questions = [
  ['list', 'configmaps', 'default'],
  ['list', 'customresourcedefinitions.apiextensions.k8s.io', 'default'],
  ['list', 'secrets', 'default'],
  ['get', 'secrets', 'plumbline'],
  ['patch', 'deployments.apps', 'default'],
  ['patch', 'configmaps', 'default'],
  ['patch', 'configmaps', 'plumbline'],
  ['create', 'leases.coordination.k8s.io', 'plumbline'],
  ['bind', 'clusterroles.rbac.authorization.k8s.io', 'default'],
  ['update', 'deployments.apps', 'default'],
  ['impersonate', 'users', 'default'],
] as const

test.each([
  ['observe', [true, true, false, false, false, false, true, true, false, false, false]],
  ['sync', [true, true, true, true, true, true, true, true, true, false, false]],
] as const)(
  'the account of deploy/%s may what its page says, and no more',
  { timeout: 120_000 },
  async (which, may) => {
    const { code, output } = await newcomer.run(
      `kubectl delete clusterrolebinding plumbline-sync plumbline-observe --ignore-not-found
    npx plumbline render deploy/${which} | kubectl apply --server-side --force-conflicts -f -`,
      { PATH: `${deployed.bin}:${process.env.PATH}` },
    )
    expect({ code, output }).toMatchObject({ code: 0 })

    const answers: boolean[] = []
    for (const [verb, resource, namespace] of questions)
      answers.push(await deployed.can(verb, resource, namespace))

    expect(answers).toEqual(may)
  },
)

function hookTo(url: string): Promise<unknown> {
  const config = { url: `${url.replace(/\/$/, '')}/webhooks/gitea`, content_type: 'json', secret }
  return world.repository.api('POST', '/hooks', { type: 'gitea', active: true, events: ['push'], config })
}

async function runsOf(job: string): Promise<number> {
  const events = await world.shop.list('v1', 'Event')
  const mine = events.filter(
    (event) => at(event, 'involvedObject', 'name') === job && event.reason === 'SuccessfulCreate',
  )
  return new Set(mine.map((event) => at(event, 'involvedObject', 'uid'))).size
}

function syncOf(
  statuses: readonly { readonly context: string; readonly status: string }[],
): string | undefined {
  return statuses.find(({ context }) => context === 'plumbline/sync')?.status
}
