import type { Token } from './token.ts'

/** Above a node, behind it, below it; lines are parted by line breaks. */
export interface Comments {
  head: string
  line: string
  foot: string
}

export interface PendingComment {
  kind: keyof Comments
  readonly text: string
  /** The start of the token that it is handed over with. */
  token: number
  readonly start: number
  readonly line: number
  /** Counts from 1; 0 for a comment behind a token. */
  readonly column: number
  /** What it was read in: from the end of the comment before it, to where the next one could start. */
  readonly from: number
  readonly end: number
}

/** Comments that wait for their token, in the order of the text. */
export class PendingComments {
  readonly #comments: PendingComment[] = []
  #first = 0

  add(comment: PendingComment): void {
    this.#comments.push(comment)
  }

  get last(): PendingComment | undefined {
    return this.#comments.length > this.#first ? this.#comments.at(-1) : undefined
  }

  /** Moves what belongs to a token, or to what came before it, over to `into`. A block's end has nothing above it. */
  release({ type, start }: Token, into: Comments): void {
    for (;;) {
      const comment = this.#comments[this.#first]
      if (comment === undefined || comment.token > start) return
      if (comment.kind === 'head' && type === 'block-end') return
      const present = into[comment.kind]
      into[comment.kind] = present === '' ? comment.text : `${present}\n${comment.text}`
      this.#first += 1
    }
  }

  /**
   * Where the blocks end that end at once, by their columns: before the first comment that stands in a block's column,
   * among those read since `from`.
   */
  blockEnds(from: number): (column: number) => number {
    const starts = new Map<number, number>()
    let stop = from - 1
    for (let index = this.#comments.length - 1; index >= this.#first; index -= 1) {
      const comment = this.#comments[index]
      if (comment === undefined || comment.end < stop) break
      starts.set(comment.column - 1, comment.start)
      stop = comment.from
    }
    let end = from - 1
    return (column) => {
      end = starts.get(column) ?? end
      return end
    }
  }
}
