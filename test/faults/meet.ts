import type { Instance } from '../support/world.ts'
import { mostSweeps, type Scenario, type Step, setStage, sweepMs } from './play.ts'
import { clusterState, toldState } from './state.ts'
import { Turns } from './turns.ts'

/** Two instances that are told of something at the same time; the second thing happens when the second first moves. */
export interface Meeting extends Omit<Scenario, 'steps'> {
  readonly first: Step
  readonly second: Step
}

export interface Met {
  /** What stands in the cluster, and what the newest commit says. */
  readonly state: readonly string[]
  readonly greens: ReadonlySet<string>
  /** What somebody else did since they looked is nobody's lie. */
  readonly greensWhenSeen: ReadonlyMap<string, string>
  readonly wrongs: readonly string[]
  readonly order: string
}

/** One after the other, and then in turns: after so many requests of the one the other goes on. */
export async function meet(meeting: Meeting, lengths: readonly number[], wanted?: string): Promise<Met> {
  const { before = [], first, second } = meeting
  const turns = new Turns()
  const { stage, world, oracle, wire } = setStage(meeting, { turn: turns.turn })
  const instances = [world.start(), world.start()]
  const thrown: string[] = []
  const live = async (step: Step, instance: Instance | undefined): Promise<void> => {
    if (instance === undefined) return
    const tell = await step(stage)
    const note = (error: unknown) => thrown.push(String(error))
    await Promise.resolve(tell(instance)).catch(note)
    while (instance.waiting.length > 0) await instance.run().catch(note)
  }
  const toldNow = () => toldState(world, stage.commits, stage.pulls)
  const stateNow = async () => {
    const newest = stage.commits.length - 1
    const told = await toldNow()
    return [
      ...clusterState(world),
      ...told.filter((line) => !line.startsWith('commit') || line.startsWith(`commit ${newest}:`)),
    ]
  }

  const stageHand = world.start()
  for (const step of before) await live(step, stageHand)
  await turns.run(
    { 'instance-1': () => live(first, instances[0]), 'instance-2': () => live(second, instances[1]) },
    lengths,
  )
  for (let sweeps = 0; wanted !== undefined && (await stateNow()).join('\n') !== wanted; sweeps++) {
    if (sweeps === mostSweeps) break
    world.sandbox.clock.advance(sweepMs)
    await live(() => (instance) => instance.ports.queue.enqueue({ kind: 'sweep' }, 0), stageHand)
  }
  const state = await stateNow()
  oracle.lookAtEnd(await toldNow(), false)
  oracle.noteInOrder(state, stage.commits.length - 1)
  await oracle.lookBack(wire, [...instances, stageHand])
  const order = turns.order.map(({ name, count }) => `${name.replace('instance-', '#')}×${count}`).join(' ')
  return {
    state,
    greens: oracle.greens,
    greensWhenSeen: oracle.greensWhenSeen,
    wrongs: [...oracle.violations, ...thrown, ...turns.failures.map(String)],
    order,
  }
}

/** What is wrong with a meeting, against the one where they came one after the other. */
export function wrongsOfMeeting(met: Met, reference: Met): readonly string[] {
  const lost = met.state.filter((line) => !reference.state.includes(line))
  const missing = reference.state.filter((line) => !met.state.includes(line))
  return [
    ...met.wrongs,
    ...lost.map((line) => `I1 ends with ${line}`),
    ...missing.map((line) => `I1 ends without ${line}`),
    ...[...met.greens].filter((green) => !isTrue(green, met, reference)).map((green) => `I8 green: ${green}`),
  ]
}

function isTrue(green: string, { greensWhenSeen }: Met, { greens }: Met): boolean {
  return greens.has(green) || greens.has(greensWhenSeen.get(green) ?? '')
}
