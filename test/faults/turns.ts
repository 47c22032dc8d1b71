interface Lane {
  readonly run: () => Promise<void>
  isBegun: boolean
  isOver: boolean
  /** Requests that wait to be served, oldest first. */
  readonly waiting: ((served: () => void) => void)[]
  /** Wakes whoever waits for a request of it, or for its end. */
  moved: () => void
}

/** Lets one of several lanes at a time go on by one request to a server of its own instance. */
export class Turns {
  /** Who was served, in order, each by the number of requests in a row: `a×12 b×3`. */
  readonly order: { readonly name: string; count: number }[] = []
  /** What lanes ended with that did not end well. */
  readonly failures: unknown[] = []
  readonly #lanes = new Map<string, Lane>()

  /** Passes when it is the turn of the lane, at once for whoever has none; what it gives is called when its request was served. */
  readonly turn = (name: string): Promise<() => void> => {
    const lane = this.#lanes.get(name)
    if (lane === undefined) return Promise.resolve(() => {})
    return new Promise((resolve) => {
      lane.waiting.push(resolve)
      lane.moved()
    })
  }

  /** The lanes in turns: so many requests of the first, so many of the next, and then each to its end. */
  async run(lanes: Readonly<Record<string, () => Promise<void>>>, lengths: readonly number[]): Promise<void> {
    for (const [name, run] of Object.entries(lanes))
      this.#lanes.set(name, { run, isBegun: false, isOver: false, waiting: [], moved: () => {} })
    const names = Object.keys(lanes)
    for (const [turn, length] of lengths.entries()) await this.#goOn(names[turn % names.length], length)
    for (const [turn] of names.entries())
      await this.#goOn(names[(lengths.length + turn) % names.length], Number.POSITIVE_INFINITY)
    this.#lanes.clear()
  }

  async #goOn(name: string | undefined, length: number): Promise<void> {
    const lane = name === undefined ? undefined : this.#lanes.get(name)
    if (name === undefined || lane === undefined) return
    const count = { name, count: 0 }
    this.order.push(count)
    while (count.count < length) {
      const next = await this.#nextOf(lane)
      if (next === undefined) return
      count.count += 1
      await new Promise<void>((served) => next(served))
    }
  }

  /** Undefined when the lane is over. */
  async #nextOf(lane: Lane): Promise<((served: () => void) => void) | undefined> {
    if (!lane.isBegun) {
      lane.isBegun = true
      const end = () => {
        lane.isOver = true
        lane.moved()
      }
      void lane
        .run()
        .catch((error: unknown) => this.failures.push(error))
        .finally(end)
    }
    while (lane.waiting.length === 0 && !lane.isOver) {
      await new Promise<void>((resolve) => {
        lane.moved = resolve
      })
    }
    return lane.waiting.shift()
  }
}
