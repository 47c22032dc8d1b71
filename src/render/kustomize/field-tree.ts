import { getOwn, isJsonObject, isList, type Json } from '../../kube/json.ts'
import type { FieldSteps } from './field-spec.ts'

interface Branch {
  /** Those that end here, and those that end here or below, by their positions. */
  readonly ends: number[]
  readonly all: number[]
  readonly branches: Map<string, Branch>
}

/** Many fields by their ways through an object, most of which they share: one walk tells which of them stand in it. */
export class FieldTree {
  readonly #root: Branch = aBranch()

  constructor(fields: readonly FieldSteps[]) {
    for (const [position, { steps }] of fields.entries()) {
      let branch = this.#root
      for (const { name } of steps) {
        const next = branch.branches.get(name) ?? aBranch()
        branch.branches.set(name, next)
        next.all.push(position)
        branch = next
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

function aBranch(): Branch {
  return { ends: [], all: [], branches: new Map() }
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
  for (const [name, next] of branch.branches) {
    const field = getOwn(value, name)
    if (field !== undefined) collect(field, next, found)
  }
}
