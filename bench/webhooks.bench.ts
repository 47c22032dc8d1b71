import { type Figure, quantile } from './figure.ts'
import { again, createSender } from './process/deliver.ts'
import { usageOf } from './process/usage.ts'
import { changeOne, type Fleet, fleetFiles } from './world/applications.ts'
import type { Sandbox } from './world/sandbox.ts'
import { type CapturedDelivery, captureUrl } from './world/sandbox-calls.ts'
import { type SandboxWorld, startSandboxWorld, webhookSecret } from './world/sandbox-world.ts'

const applications = 1_500
const perSecond = 50
const pulls = 20
const connections = 32

/** How webhooks are answered: while plans of a large roster run, and as many as there can be. */
export async function bench(full: boolean): Promise<readonly Figure[]> {
  const [seconds, flood] = full ? [60, 50_000] : [20, 10_000]
  return [
    await inWorld((world) => whilePlansRun(world, seconds)),
    await inWorld((world) => asManyAsThereCanBe(world, flood)),
  ]
}

async function inWorld(measure: (world: SandboxWorld) => Promise<Figure>): Promise<Figure> {
  const world = await startSandboxWorld({ isTold: false })
  try {
    return await measure(world)
  } finally {
    await world.stop()
  }
}

async function whilePlansRun(
  { sandbox, handler, repositoryUrl }: SandboxWorld,
  seconds: number,
): Promise<Figure> {
  const fleet: Fleet = { applications, repository: repositoryUrl, namespaces: 20, replicas: 1 }
  await sandbox.commit('main', fleetFiles(fleet))
  const { head, deliveries } = await pullRequests(sandbox, fleet)
  const [first] = deliveries
  const sender = createSender(`${handler.url}/webhooks/gitea`, connections)
  if (first !== undefined) await sender.send(first)
  await sandbox.verdict(head, 'plumbline/plan')
  const before = handler.logged.get(planned) ?? 0
  const answers: Promise<number>[] = []
  const start = performance.now()
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    await until(start + (sent * 1000) / perSecond)
    const delivery = deliveries[sent % deliveries.length]
    if (delivery !== undefined) answers.push(sender.send(again(delivery, `paced-${sent}`)))
  }
  const times = await Promise.all(answers)
  sender.close()
  const plans = (handler.logged.get(planned) ?? 0) - before
  const [median, most] = [quantile(times, 0.5), Math.max(...times)].map((time) => time.toFixed(1))
  return {
    name: `webhook answers at ${perSecond}/s, plans running, ${applications} applications: p99`,
    value: quantile(times, 0.99),
    unit: 'ms',
    goal: { most: 100 },
    detail: `p50 ${median} ms, at most ${most} ms; ${plans} plans made meanwhile`,
  }
}

const planned = 'a pull request was planned'

interface PullRequests {
  /** Of the first. */
  readonly head: string
  readonly deliveries: readonly CapturedDelivery[]
}

/** Of so many open pull requests that change an application each. */
async function pullRequests(sandbox: Sandbox, fleet: Fleet): Promise<PullRequests> {
  await sandbox.hook(captureUrl, webhookSecret)
  const heads: string[] = []
  for (let pull = 0; pull < pulls; pull++) {
    heads.push(await sandbox.commit(`change-${pull}`, changeOne(fleet, pull, '2.0')))
    await sandbox.openPull(`change-${pull}`)
  }
  const told = await sandbox.captured()
  const deliveries = told.filter(({ headers }) => headers['x-gitea-event'] === 'pull_request')
  return { head: heads[0] ?? '', deliveries }
}

/** Pushes to a branch that nothing follows, so that the intake is measured and not the work behind it. */
async function asManyAsThereCanBe({ sandbox, handler }: SandboxWorld, flood: number): Promise<Figure> {
  await sandbox.commit('main', { 'root/README.md': 'nothing' })
  await sandbox.hook(captureUrl, webhookSecret)
  await sandbox.commit('elsewhere', { 'README.md': 'nothing' })
  const told = await sandbox.captured()
  const push = told.find(({ headers }) => headers['x-gitea-event'] === 'push')
  if (push === undefined) throw new Error('no push was told')
  const sender = createSender(`${handler.url}/webhooks/gitea`, connections)
  const before = await usageOf(handler.pid)
  const start = performance.now()
  let sent = 0
  const send = async () => {
    while (sent < flood) await sender.send(again(push, `flood-${sent++}`))
  }
  await Promise.all(Array.from({ length: connections }, send))
  const elapsed = (performance.now() - start) / 1000
  sender.close()
  const cpu = (await usageOf(handler.pid)).cpuSeconds - before.cpuSeconds
  return {
    name: 'signed webhooks, each accepted',
    value: flood / elapsed,
    unit: '/s',
    goal: { least: 2_000 },
    detail: `${((cpu * 1000) / flood).toFixed(2)} ms of CPU for each of ${push.body.length} bytes; the sender has the other core`,
  }
}

function until(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())))
}
