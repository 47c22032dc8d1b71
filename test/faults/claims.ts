import type { Json } from '../../src/kube/json.ts'
import { recordNames } from '../../src/sync/record-names.ts'
import { type Asked, at, ownerIn, placeOf } from './asked.ts'
import { trackingMark } from './state.ts'

/** I6: after another one has claimed an operation nobody sends a write of it any more. */
export class Claims {
  readonly #holders = new Map<string, string>()

  /** Of a write that the server has done. */
  noteDone(asked: Asked): void {
    const { namespace, resource } = placeOf(asked)
    if (asked.method === 'DELETE' || namespace !== 'plumbline' || resource !== 'configmaps') return
    const record = JSON.parse(asked.body) as Json
    const name = at(record, 'metadata', 'name')
    const holder = at(record, 'data', 'holder')
    if (typeof name === 'string' && typeof holder === 'string') this.#holders.set(name, instanceOf(holder))
  }

  /** Whoever holds the operation that a write is of, if that is not the one who sends it. */
  otherHolder(asked: Asked, marks: Json): string | undefined {
    const owner = ownerIn(at(marks, trackingMark))
    if (owner === undefined) return undefined
    const holder = this.#holders.get(recordNames('test', owner).operation)
    return holder === asked.by ? undefined : holder
  }
}

/** Each call of an instance is a holder of its own; they follow each other. */
function instanceOf(holder: string): string {
  return holder.replace(/-call-\d+$/, '')
}
