import { isList, type Json, type JsonObject } from '../kube/json.ts'
import { Extents } from './extent.ts'
import { fail, type Place } from './render-error.ts'

export interface RenderLimits {
  /** UTF-16 units of all texts read; a file that is read twice counts twice. */
  readonly size: number
  readonly files: number
  /** Directories below each other: folders of a directory source, bases of bases of a kustomization. */
  readonly depth: number
  readonly objects: number
  /** Objects times what is done to each: patches that select by pattern, labels, images. */
  readonly changes: number
  /** Keys, values and UTF-16 units of all objects that come out. */
  readonly output: number
}

export const defaultRenderLimits: RenderLimits = {
  size: 10_000_000,
  files: 5_000,
  depth: 32,
  objects: 20_000,
  changes: 300_000,
  output: 20_000_000,
}

/** Levels that patches may build on one another. */
const deepestObject = 1_000

/** A step counts as one more change for so many keys and items that it wrote anew around what it changed. */
const keysInOne = 50

/** Most of what a patch writes is written over by nothing, so that this is far from what anybody needs. */
const writtenForOutput = 10

/** Counts what one render uses, and ends it at the cap. */
export class RenderBudget {
  readonly #limits: RenderLimits
  #size = 0
  #files = 0
  #objects = 0
  #changes = 0
  #output = 0
  #expanded = 0
  #written = 0
  readonly #extents = new Extents(deepestObject)

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

  changes(count: number, place: Place): void {
    this.#changes += count
    if (this.#changes > this.#limits.changes) {
      fail(
        place,
        'too many patches, labels or images for so many objects; split the application',
        'too-large',
      )
    }
  }

  /** Values that share parts count in full, and only as far as the cap. */
  output(value: Json, place: Place): void {
    this.#output += measure(value, this.#limits.output - this.#output)
    this.#checkOutput(this.#output, place)
  }

  /** Text that is about to be made of other text, in UTF-16 units. */
  expanded(size: number, place: Place): void {
    this.#expanded += size
    this.#checkOutput(this.#expanded, place)
  }

  /** The size of a value that will be written into many objects, and how deep in them. */
  measure(value: Json, levelsAbove: number, place: Place): number {
    const { size, depth } = this.#extents.of(value)
    if (levelsAbove + depth > deepestObject) failDeep(place)
    return size
  }

  /** What patches write into objects, keys and values as in `output`. */
  written(size: number, place: Place): void {
    this.#written += size
    if (this.#written <= writtenForOutput * this.#limits.output) return
    fail(place, 'the patches write too much into too many objects; split the application', 'too-large')
  }

  /** One object on its way; what comes out is counted later. */
  object(value: Json, place: Place): void {
    const before = this.#extents.walked
    const { size, depth } = this.#extents.of(value)
    this.changes(Math.floor((this.#extents.walked - before) / keysInOne), place)
    if (depth > deepestObject) failDeep(place)
    this.#checkOutput(size, place)
  }

  #checkOutput(size: number, place: Place): void {
    if (size <= this.#limits.output) return
    fail(place, `what is rendered is larger than ${this.#limits.output} characters`, 'too-large')
  }
}

function failDeep(place: Place): never {
  fail(place, `an object would nest deeper than ${deepestObject} levels`, 'too-large')
}

/** Keys, values and characters below a value; more than `limit` as soon as that is sure. */
function measure(value: Json, limit: number): number {
  let size = 0
  const stack: (JsonObject | readonly Json[])[] = []
  const add = (next: Json): void => {
    size += 1
    if (typeof next === 'string') size += next.length
    else if (typeof next === 'object' && next !== null) stack.push(next)
  }
  add(value)
  for (let next = stack.pop(); next !== undefined && size <= limit; next = stack.pop()) {
    if (isList(next)) for (const item of next) add(item)
    else {
      for (const key in next) {
        size += key.length
        add(next[key] ?? null)
      }
    }
  }
  return size
}
