import type { WrittenEntry, WrittenMap, WrittenNode } from './written-node.ts'

/** The entries of a mapping. What stands below a value is kept with its key, since it follows the whole of the entry. */
export class WrittenEntries {
  readonly #isBlock: boolean
  readonly #entries: WrittenEntry[] = []

  constructor(isBlock: boolean) {
    this.#isBlock = isBlock
  }

  add({ key, value }: WrittenEntry): void {
    const isOfPrior = this.#isBlock && hasFoot(key) && this.#entries.length > 0
    if (isOfPrior) this.#setLastFoot(key.foot)
    const own = isOfPrior ? withFoot(key, '') : key
    const isMoved = !hasFoot(own) && hasFoot(value)
    this.#entries.push(
      isMoved ? { key: withFoot(own, value.foot), value: withFoot(value, '') } : { key: own, value },
    )
  }

  /** With the comments at its end. */
  end(line: string, foot: string): WrittenMap {
    const isOfLast = this.#isBlock && foot !== '' && this.#entries.length > 0
    if (isOfLast) this.#setLastFoot(foot)
    return { kind: 'map', entries: this.#entries, isFlow: !this.#isBlock, line, foot: isOfLast ? '' : foot }
  }

  #setLastFoot(foot: string | undefined): void {
    const last = this.#entries.at(-1)
    if (last !== undefined)
      this.#entries[this.#entries.length - 1] = { ...last, key: withFoot(last.key, foot) }
  }
}

function hasFoot({ foot = '' }: WrittenNode): boolean {
  return foot !== ''
}

function withFoot(node: WrittenNode, foot = ''): WrittenNode {
  return { ...node, foot }
}
