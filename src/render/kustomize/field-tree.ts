import { getOwn, isJsonObject, isList, type Json } from '../../kube/json.ts'
import type { FieldSteps } from './field-spec.ts'

interface Branch {
  readonly name: string
  /** Those that end here, and those that end here or below, by their positions. */
  readonly ends: number[]
  readonly all: number[]
  readonly below: Branch[]
}

/** Many fields by their ways through an object, most of which they share: one walk tells which of them stand in it. */
export class FieldTree {
  readonly #root: Branch = aBranch('')

  constructor(fields: readonly FieldSteps[]) {
    for (const [position, { steps }] of fields.entries()) {
      let branch = this.#root
      for (const { name } of steps) {
        branch = below(branch, name)
        branch.all.push(position)
      }
      branch.ends.push(position)
    }
  }

  /** The positions of the fields that lead to a value or end before it at what is no map. */
  standingIn(object: Json): ReadonlySet<number> {
    const found = new Set<number>()
    collect(object, this.#root, found)
    return found
  }
}

function aBranch(name: string): Branch {
  return { name, ends: [], all: [], below: [] }
}

function below(branch: Branch, name: string): Branch {
  const known = branch.below.find((next) => next.name === name)
  if (known !== undefined) return known
  const next = aBranch(name)
  branch.below.push(next)
  return next
}

function collect(value: Json, branch: Branch, found: Set<number>): void {
  if (isList(value)) {
    for (const item of value) collect(item, branch, found)
    return
  }
  if (!isJsonObject(value)) {
    for (const position of branch.all) found.add(position)
    return
  }
  for (const position of branch.ends) found.add(position)
  for (const next of branch.below) {
    const field = getOwn(value, next.name)
    if (field !== undefined) collect(field, next, found)
  }
}
