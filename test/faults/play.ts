import type { CommitSha } from '../../src/git/commit.ts'
import { aWorld, type Instance, type World, type WorldOptions } from '../support/world.ts'
import type { Side } from './asked.ts'
import { Oracle } from './oracle.ts'
import { clusterState, toldState } from './state.ts'
import { type Breaking, type Fault, faults, Wire, type WireOptions } from './wire.ts'

/** Something happens in the world; what is returned tells an instance of it, as a webhook or a timer does. */
export type Step = (stage: Stage) => Tell | Promise<Tell>

type Tell = (instance: Instance) => void | Promise<void>

export interface Stage {
  readonly world: World
  /** Every commit that is to have an answer. */
  readonly commits: CommitSha[]
  /** Every pull request that is to have one. */
  readonly pulls: number[]
  /** The instance that was told is gone. */
  isDead(): boolean
}

export interface Scenario {
  readonly name: string
  /** Its Secrets bear the canary, which is looked for in all that leaves. */
  readonly isSecret?: boolean
  /** It ends where somebody is waited for. */
  readonly mayWait?: boolean
  readonly world?: WorldOptions
  readonly namespaces?: readonly string[]
  /** Names of objects that one application has until another takes them: both are in order before and after. */
  readonly handedOver?: readonly string[]
  /** Lived through before requests count. */
  readonly before?: readonly Step[]
  readonly steps: readonly Step[]
}

export interface Played {
  readonly wire: Wire
  readonly oracle: Oracle
  /** After each step. */
  readonly states: readonly (readonly string[])[]
  readonly sweeps: number
  readonly thrown: readonly string[]
}

export const mostSweeps = 2
export const sweepMs = 181_000

/** A world with an oracle between its instances and both servers. */
export function setStage(
  { world: options = {}, namespaces = ['shop'], handedOver = [], isSecret = false }: Omit<Scenario, 'steps'>,
  wiring: WireOptions,
): Staged {
  const commits: CommitSha[] = []
  const permitted = { namespaces, handedOver, isSecret }
  const oracle = new Oracle(permitted, (sha) => `commit ${commits.indexOf(sha as CommitSha)}`)
  const wire = new Wire(oracle, wiring)
  const between = (side: Side, instance: number) => wire.side(side, `instance-${instance}`)
  const world = aWorld({ ...options, between })
  oracle.world = world
  wire.follow(world.sandbox.clock)
  return { stage: { world, commits, pulls: [], isDead: () => wire.isDead }, world, oracle, wire }
}

interface Staged {
  readonly stage: Stage
  readonly world: World
  readonly oracle: Oracle
  readonly wire: Wire
}

/** Plays a scenario, with one fault or with none; with one, sweeps until each step ends as it does without. */
export async function play(scenario: Scenario, reference?: Played, breaking?: Breaking): Promise<Played> {
  const { before = [], steps, mayWait = false } = scenario
  const instances: Instance[] = []
  const { stage, world, oracle, wire } = setStage(scenario, { breaking })
  const { commits, pulls } = stage
  instances.push(world.start())
  const thrown: string[] = []
  const states: (readonly string[])[] = []
  let sweeps = 0

  const instance = () => instances.at(-1) ?? world.start()
  const stateNow = async () => [...clusterState(world), ...(await toldState(world, commits, pulls))]
  async function run(): Promise<void> {
    while (instance().waiting.length > 0 && !wire.isDead) {
      await instance()
        .run(() => wire.isDead)
        .catch((error: unknown) => thrown.push(String(error)))
    }
  }
  async function told(tell: Tell): Promise<void> {
    await Promise.resolve(tell(instance())).catch((error: unknown) => thrown.push(String(error)))
  }
  async function sweep(): Promise<void> {
    sweeps += 1
    world.sandbox.clock.advance(sweepMs)
    await instance().ports.queue.enqueue({ kind: 'sweep' }, 0)
    await run()
  }
  async function live(step: Step): Promise<void> {
    const tell = await step(stage)
    await told(tell)
    await run()
    if (!wire.isDead) return
    wire.isDead = false
    instances.push(world.start())
    // A host tells again what nobody acknowledged, or a person presses the button once more.
    await told(tell)
    await run()
  }

  for (const step of before) await live(step)
  wire.arm()
  for (const [at, step] of steps.entries()) {
    await live(step)
    const expected = reference?.states[at]?.join('\n')
    let state = await stateNow()
    while (expected !== undefined && sweeps < mostSweeps && state.join('\n') !== expected) {
      await sweep()
      state = await stateNow()
    }
    states.push(state)
    oracle.lookAtEnd(state, mayWait)
    oracle.noteInOrder(state, commits.length - 1)
  }
  await oracle.lookBack(wire, instances)
  return { wire, oracle, states, sweeps, thrown }
}

/** What is wrong with a run, against one without a fault; nothing where all is well. */
export function wrongsOf(played: Played, reference: Played): readonly string[] {
  const { oracle, states, wire } = played
  const lost = states.flatMap((state, at) => {
    const wanted = reference.states[at] ?? []
    const missing = wanted.find((line) => !state.includes(line))
    const extra = state.find((line) => !wanted.includes(line))
    return missing === undefined && extra === undefined
      ? []
      : [
          `I1 step ${at} ends otherwise:\n    wanted ${missing ?? 'nothing more'}\n    found  ${extra ?? 'nothing more'}`,
        ]
  })
  const lies = [...oracle.greens]
    .filter((green) => !reference.oracle.greens.has(green))
    .map((green) => `I8 green without being in order: ${strangeIn(green, reference.oracle.greens)}`)
  const unbroken = wire.isBroken ? [] : ['the request was never made']
  return [...new Set([...oracle.violations, ...lies, ...lost, ...unbroken])]
}

/** What stands there as it stands in no green state of the same answer. */
function strangeIn(green: string, known: ReadonlySet<string>): string {
  const [answer = '', ...objects] = green.split('\n')
  const usual = [...known].filter((one) => one.startsWith(`${answer}\n`)).flatMap((one) => one.split('\n'))
  return [answer, ...objects.filter((object) => !usual.includes(object))].join('\n    ')
}

/** Every request of a run, with every fault that it can have; a read can be killed and cut on one side only. */
export function breakingsOf({ wire }: Played): readonly Breaking[] {
  return wire.writes.flatMap((isWrite, at) =>
    faults.filter((fault) => isWrite || !onlyWrites.has(fault)).map((fault) => ({ at, fault })),
  )
}

const onlyWrites: ReadonlySet<Fault> = new Set(['lost', 'killed after'])
