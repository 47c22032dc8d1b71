import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeenRequest } from '../../src/sandbox/api-server/exchange-log.ts'
import { repository, type World } from './world.ts'

/** A step did not come out as it was told. */
export class StoryError extends Error {}

interface Status {
  readonly context: string
  readonly status: string
  readonly description: string
}

const patience = 180_000
const kustomization = 'apps/web/overlays/production/kustomization.yaml'

/** Plays the story, says what happens, and throws `StoryError` where it is not what was told. */
export async function playStory(world: World, files: Files, say: (line: string) => void): Promise<void> {
  await firstDeployment(world, files, say)
  await imageBump(world, files, say)
  await brokenPush(world, files, say)
}

type Files = { readonly [path: string]: string }

/** The config repository that comes with Plumbline, with the address of this Git host in it. */
export function configRepository(folder: string, gitUrl: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map((path) => [
      path.slice(folder.length + 1).replaceAll('\\', '/'),
      readFileSync(path, 'utf8').replaceAll('https://git.example.com', gitUrl),
    ]),
  )
}

async function firstDeployment(world: World, files: Files, say: (line: string) => void): Promise<void> {
  say('\n1. First deployment: three applications, declared by an app of apps, in waves and with hooks')
  const { statuses, writes } = await push(world, files, 'everything', say)
  expectState(statuses, 'plumbline/sync', 'success')
  expectOrder(writes, ['jobs/migrate', 'deployments/web', 'jobs/smoke-test'])
  expectImage(await world.read('/apis/apps/v1/namespaces/shop/deployments/web'), 'registry.example/web:3.9')
}

async function imageBump(world: World, files: Files, say: (line: string) => void): Promise<void> {
  say('\n2. An image bump, 3.9 to 3.10: only the web application is touched')
  const bumped = (files[kustomization] ?? '').replace('"3.9"', '"3.10"')
  const { statuses, writes } = await push(world, { [kustomization]: bumped }, 'web 3.10', say)
  expectState(statuses, 'plumbline/sync', 'success')
  expectOrder(writes, ['jobs/migrate', 'deployments/web', 'jobs/smoke-test'])
  expectImage(await world.read('/apis/apps/v1/namespaces/shop/deployments/web'), 'registry.example/web:3.10')
  if (writes.some((write) => /collector|node-agent|worker/.test(write))) {
    throw new StoryError('an application was written that the push does not touch')
  }
}

async function brokenPush(world: World, files: Files, say: (line: string) => void): Promise<void> {
  say('\n3. A push that cannot be rendered: the commit is red, the cluster is left alone')
  const broken = `${files[kustomization] ?? ''}\nsurprise: true\n`
  const { statuses, writes } = await push(world, { [kustomization]: broken }, 'a typing error', say)
  expectState(statuses, 'plumbline/sync', 'failure')
  if (writes.length > 0) throw new StoryError(`the cluster was written: ${writes.join(', ')}`)
  expectImage(await world.read('/apis/apps/v1/namespaces/shop/deployments/web'), 'registry.example/web:3.10')
}

interface Pushed {
  readonly statuses: readonly Status[]
  /** What was written to the cluster for applications, in order: `deployments/web`. */
  readonly writes: readonly string[]
}

async function push(
  world: World,
  files: Files,
  message: string,
  say: (line: string) => void,
): Promise<Pushed> {
  const seen = world.cluster.requests.length
  const commit = world.git.commit(repository, 'main', { files, message })
  say(`   git push: ${commit.slice(0, 7)} ${message}`)
  const deadline = Date.now() + patience
  let told: readonly string[] = []
  for (;;) {
    const statuses = await statusesOf(world, commit)
    told = tellNews(statuses, told, say)
    const aggregate = statuses.find(({ context }) => context === 'plumbline/sync')
    if (aggregate !== undefined && aggregate.status !== 'pending') {
      await world.handler.idle()
      const writes = world.cluster.requests.slice(seen).flatMap(writeOf)
      say(`   written to the cluster: ${writes.length === 0 ? 'nothing' : writes.join(', ')}`)
      return { statuses, writes }
    }
    if (Date.now() > deadline)
      throw new StoryError(`the commit is still ${aggregate?.status ?? 'without a status'}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function tellNews(
  statuses: readonly Status[],
  told: readonly string[],
  say: (line: string) => void,
): readonly string[] {
  const lines = statuses.map(({ context, status, description }) => `   ${context}: ${status}: ${description}`)
  for (const line of lines) if (!told.includes(line)) say(line)
  return [...told, ...lines]
}

/** The newest status of each context, as the host's API gives them. */
async function statusesOf(world: World, commit: string): Promise<readonly Status[]> {
  const url = `${world.gitUrl}/api/v1/repos/${repository}/commits/${commit}/status`
  const response = await world.git.fetch(new Request(url))
  if (!response.ok) throw new StoryError(`the Git host answered ${response.status} to ${url}`)
  const { statuses }: { statuses: readonly Status[] | null } = await response.json()
  return statuses ?? []
}

/** Applies and creations of an application's own objects, not of Plumbline's records. */
function writeOf({ write, method, info }: SeenRequest): readonly string[] {
  if (write === undefined || !info.isResource || !['PATCH', 'POST'].includes(method)) return []
  if (info.namespace === 'plumbline' || info.name === 'plumbline') return []
  return info.name === undefined || info.name === '' ? [] : [`${info.resource}/${info.name}`]
}

function expectState(statuses: readonly Status[], context: string, state: string): void {
  const found = statuses.find((status) => status.context === context)
  if (found?.status !== state)
    throw new StoryError(`${context} is ${found?.status ?? 'absent'}, not ${state}`)
}

function expectOrder(writes: readonly string[], order: readonly string[]): void {
  const places = order.map((write) => writes.indexOf(write))
  const isInOrder = places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
  if (!isInOrder) throw new StoryError(`expected ${order.join(', then ')}; written were ${writes.join(', ')}`)
}

function expectImage(deployment: unknown, image: string): void {
  if (!JSON.stringify(deployment ?? null).includes(JSON.stringify(image))) {
    throw new StoryError(`the web Deployment does not run ${image}`)
  }
}
