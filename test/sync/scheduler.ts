import type { ClusterRequest } from '../../src/cluster/cluster.ts'
import type { LiveMap } from '../../src/kube/manifest.ts'
import { Killed } from './story.ts'
import type { StoryCluster } from './story-cluster.ts'

/** A stream of choices that is the same for the same seed. */
export class Choices {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 1013904223) >>> 0
  }

  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * bound)
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)]
  }
}

/** One request, from when it was sent to when the server served it; `order` counts both over all instances. */
export interface Flight {
  readonly instance: string
  readonly request: ClusterRequest
  readonly sent: number
  served?: number
}

interface Waiting {
  readonly lane: string
  readonly go: () => void
  /** For sleepers; milliseconds of Unix time. */
  readonly until?: number
}

/**
 * Decides which request of which instance is served next, and how time passes: every interleaving of several lanes from
 * one seed. A lane runs one instance after the other, named `<lane>-<number>`. A request that is not chosen for long is
 * one in flight, or an instance that froze while sending;
 * now and then one dies there, before its request is served or after.
 */
export class Scheduler {
  readonly flights: Flight[] = []
  readonly #cluster: StoryCluster
  readonly #choices: Choices
  readonly #waiting: Waiting[] = []
  readonly #dead = new Set<string>()
  #order = 0

  constructor(cluster: StoryCluster, choices: Choices) {
    this.#cluster = cluster
    this.#choices = choices
    cluster.intercept = (instance, request, serve) => this.#send(instance, request, serve)
  }

  #send(instance: string, request: ClusterRequest, serve: () => Promise<LiveMap>): Promise<LiveMap> {
    if (this.#dead.has(instance)) return Promise.reject(new Killed())
    const flight: Flight = { instance, request, sent: this.#order++ }
    this.flights.push(flight)
    return new Promise((resolve, reject) => {
      const go = () => {
        const fate = this.#choices.below(120)
        const die = () => reject(new Killed())
        if (fate < 2) this.#dead.add(instance)
        if (fate === 0) return die()
        flight.served = this.#order++
        if (fate === 1) serve().then(die, die)
        else serve().then(resolve, reject)
      }
      this.#waiting.push({ lane: instance.split('-')[0] ?? '', go })
    })
  }

  sleep(lane: string, seconds: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ lane, go, until: this.#cluster.now + seconds * 1000 })
    })
  }

  /** Runs lanes to their ends. */
  async run(lanes: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
    const open = new Set(Object.keys(lanes))
    const all = Promise.all(
      Object.entries(lanes).map(([name, lane]) => lane().finally(() => open.delete(name))),
    )
    // What fails in a lane is thrown by `await all`.
    all.catch(() => undefined)
    for (let steps = 0; open.size > 0; steps++) {
      if (steps > 20_000) throw new Error('it does not end')
      await this.#settle(open)
      this.#step()
    }
    await all
  }

  /** Until every open lane waits for the server or for time to pass, and nothing else moves. */
  async #settle(open: ReadonlySet<string>): Promise<void> {
    for (let still = 0; still < 2; ) {
      const before = this.#order
      await new Promise((resolve) => setImmediate(resolve))
      const lanes = new Set(this.#waiting.map(({ lane }) => lane))
      still = [...open].every((lane) => lanes.has(lane)) && before === this.#order ? still + 1 : 0
    }
  }

  #step(): void {
    if (this.#choices.oneIn(25)) this.#cluster.pass(this.#choices.pick([1, 5, 15, 40, 90]) ?? 1)
    const ready = this.#waiting.filter(({ until = 0 }) => until <= this.#cluster.now)
    const chosen = this.#choices.pick(ready) ?? this.#soonest()
    if (chosen === undefined) return
    this.#cluster.pass(Math.max(0, (chosen.until ?? 0) - this.#cluster.now) / 1000)
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1)
    chosen.go()
  }

  #soonest(): Waiting | undefined {
    return this.#waiting.toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0))[0]
  }
}
