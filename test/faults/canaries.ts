import { unpack } from '../../src/sync/packed.ts'
import type { Instance, World } from '../support/world.ts'
import { type Asked, isWrite, placeOf, requestOf } from './asked.ts'
import { outputsOf } from './outputs.ts'

/** A value that must never be seen outside the Secret that it stands in, plain or encoded. */
export const canary = 'canary-7d1f0c'
const shifted = ['', 'x', 'xy'].map((before) => btoa(`${before}${canary}`).slice(4, -4))
const canaries = [canary, ...shifted, encodeURIComponent(canary)]

/** I7: looks for the canary in all that leaves. */
export class Canaries {
  readonly found: string[] = []
  readonly #unpackings: Promise<void>[] = []

  look(where: string, text: string): void {
    if (canaries.some((one) => text.includes(one))) this.found.push(`I7 a Secret value in ${where}`)
    for (const [packed] of text.matchAll(/H4sI[A-Za-z0-9+/=]+/g))
      this.#unpackings.push(this.#inPacked(where, packed))
  }

  /** What is sent: to a cluster anything but the Secret itself. */
  inRequest(asked: Asked): void {
    const isOfSecret = asked.side === 'cluster' && placeOf(asked).resource === 'secrets'
    if (!isOfSecret && (isWrite(asked) || asked.isDryRun)) this.look(requestOf(asked), asked.body)
    this.look('an address', decodeURIComponent(asked.url.pathname + asked.url.search))
  }

  /** What people and programs can read of an instance, and all records. */
  async inOutputs(world: World, instances: readonly Instance[]): Promise<void> {
    for (const instance of instances)
      for (const [where, text] of await outputsOf(instance)) this.look(where, text)
    const { store } = world.sandbox.server.kernel
    for (const table of store.tables)
      for (const object of store.list(table, 'plumbline'))
        this.look(`${table} ${object.metadata.name}`, JSON.stringify(object))
    await Promise.all(this.#unpackings)
  }

  async #inPacked(where: string, packed: string): Promise<void> {
    const text = await unpack(packed).then(JSON.stringify, () => '')
    if (canaries.some((one) => text.includes(one))) this.found.push(`I7 a Secret value, packed, in ${where}`)
  }
}
