import { fail, type Place } from './render-error.ts'

export interface RenderLimits {
  /** UTF-16 units of all texts read; a file that is read twice counts twice. */
  readonly size: number
  readonly files: number
  /** Directories below each other: folders of a directory source, bases of bases of a kustomization. */
  readonly depth: number
  readonly objects: number
  /** Objects times patches that select by pattern. */
  readonly comparisons: number
}

export const defaultRenderLimits: RenderLimits = {
  size: 10_000_000,
  files: 5_000,
  depth: 32,
  objects: 20_000,
  comparisons: 10_000_000,
}

/** Counts what one render uses, and ends it at the cap. */
export class RenderBudget {
  readonly #limits: RenderLimits
  #size = 0
  #files = 0
  #objects = 0
  #comparisons = 0

  constructor(limits: Partial<RenderLimits> = {}) {
    this.#limits = { ...defaultRenderLimits, ...limits }
  }

  file(size: number, place: Place): void {
    this.#files += 1
    this.#size += size
    if (this.#files > this.#limits.files) {
      fail(place, `more than ${this.#limits.files} files are read for one application; split it`, 'too-large')
    }
    if (this.#size > this.#limits.size) {
      fail(
        place,
        `the files of this application are larger than ${this.#limits.size} characters`,
        'too-large',
      )
    }
  }

  depth(depth: number, place: Place): void {
    if (depth > this.#limits.depth) {
      fail(place, `directories nest deeper than ${this.#limits.depth}; flatten them`, 'too-large')
    }
  }

  objects(count: number, place: Place): void {
    this.#objects += count
    if (this.#objects > this.#limits.objects) {
      fail(place, `more than ${this.#limits.objects} objects; split the application`, 'too-large')
    }
  }

  comparisons(count: number, place: Place): void {
    this.#comparisons += count
    if (this.#comparisons > this.#limits.comparisons) {
      fail(place, 'too many patches for so many objects; name their targets instead of patterns', 'too-large')
    }
  }
}
